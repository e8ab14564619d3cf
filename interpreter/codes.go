package interpreter

import "ruleck/dsl/diag"

// Codes of what can be wrong with a rulebook beyond its syntax, and with playing
// it. Stable: tests and readers rely on them. N0xx is about names and citations,
// T0xx about types and expressions, K0xx about changes; R is a rule that fails
// while it runs, Q a request that makes no sense.
const (
	CodeHead      diag.Code = "N001"
	CodeTwice     diag.Code = "N002"
	CodeUnknown   diag.Code = "N003"
	CodeClause    diag.Code = "N004"
	CodeUncited   diag.Code = "N005" // a warning
	CodeUnused    diag.Code = "N006" // a warning
	CodeMissing   diag.Code = "N007"
	CodeShape     diag.Code = "T001"
	CodeArguments diag.Code = "T002"
	CodeType      diag.Code = "T003"
	CodeName      diag.Code = "T004"
	CodeSyntax    diag.Code = "T005"
	CodeDialect   diag.Code = "T006"
	CodeSecret    diag.Code = "T007"
	CodeCycle     diag.Code = "T008"
	CodeJump      diag.Code = "T009"
	CodeCost      diag.Code = "T010"
	CodeConflict  diag.Code = "K001"
	CodeTarget    diag.Code = "K002"
	CodeOrphan    diag.Code = "K003"
	CodeIdle      diag.Code = "K004" // a warning
	CodeNever     diag.Code = "K005" // a warning
	CodeBeside    diag.Code = "K006" // a warning
	CodeUnreached diag.Code = "K007" // a warning

	CodeRuntime    diag.Code = "R001"
	CodeInternal   diag.Code = "R999"
	CodeBadRequest diag.Code = "Q001"
)

// Codes says what each code means, in the order of the constants.
var Codes = []struct {
	Code    diag.Code
	Meaning string
}{
	{CodeHead, "files that do not belong together, or a `uses` that leads to no file"},
	{CodeTwice, "a name is declared twice, or already means something"},
	{CodeUnknown, "nothing of that name and kind is declared"},
	{CodeClause, "a clause is cited that is not declared"},
	{CodeUncited, "a rule cites nothing (a warning)"},
	{CodeUnused, "something is declared and never used (a warning)"},
	{CodeMissing, "something that must be declared, filled in or dealt with is not"},
	{CodeShape, "a declaration or statement that cannot be so"},
	{CodeArguments, "the wrong number or names of arguments"},
	{CodeType, "an expression of the wrong type"},
	{CodeName, "an unknown name in an expression"},
	{CodeSyntax, "an expression that is not well-formed"},
	{CodeDialect, "something in an expression that this language leaves out"},
	{CodeSecret, "a secret in an expression for everybody"},
	{CodeCycle, "values that need one another"},
	{CodeJump, "a jump that leads nowhere, or stands where none may"},
	{CodeCost, "an expression that may take too long"},
	{CodeConflict, "two changes that cannot both apply"},
	{CodeTarget, "a change that cannot be made to what it names"},
	{CodeOrphan, "something is named that a change removed"},
	{CodeIdle, "a change that changes nothing (a warning)"},
	{CodeNever, "a condition that can never hold (a warning)"},
	{CodeBeside, "something stands beside a step that another file takes away (a warning)"},
	{CodeUnreached, "something can no longer be reached since a file takes a step away (a warning)"},
	{CodeRuntime, "a rule failed while it ran"},
	{CodeInternal, "a mistake in ruleck itself"},
	{CodeBadRequest, "a name, key or type in a request that does not fit"},
}

// issueCode is the code of a mistake in an expression.
var issueCode = map[string]diag.Code{
	"syntax": CodeSyntax, "name": CodeName, "type": CodeType, "dialect": CodeDialect, "secret": CodeSecret,
}
