package interpreter

import "ruleck/dsl/diag"

// Codes of what can be wrong with a rulebook beyond its syntax, and with playing
// it. Stable: tests and readers rely on them. docs/errors.md tells each at length.
const (
	CodeHead      diag.Code = "N001" // files that do not belong together, unknown `uses`
	CodeTwice     diag.Code = "N002" // declared twice
	CodeUnknown   diag.Code = "N003" // no such type, procedure, step, limit, slot, …
	CodeClause    diag.Code = "N004" // a clause that is not declared
	CodeUncited   diag.Code = "N005" // a rule that cites nothing (warning)
	CodeUnused    diag.Code = "N006" // declared, never used (warning)
	CodeMissing   diag.Code = "N007" // something that must be declared is not
	CodeShape     diag.Code = "T001" // a declaration that cannot be: wrong kind of type, column, row
	CodeArguments diag.Code = "T002" // wrong number or kind of arguments
	CodeType      diag.Code = "T003" // an expression of the wrong type
	CodeName      diag.Code = "T004" // an unknown name in an expression
	CodeSyntax    diag.Code = "T005" // an expression that is not CEL
	CodeDialect   diag.Code = "T006" // CEL that is not part of the language
	CodeSecret    diag.Code = "T007" // a secret where everybody can see
	CodeCycle     diag.Code = "T008" // values that need one another
	CodeJump      diag.Code = "T009" // a jump that leads nowhere
	CodeConflict  diag.Code = "K001" // two changes that cannot both apply
	CodeTarget    diag.Code = "K002" // a change of something that cannot be changed so

	CodeRuntime    diag.Code = "R001" // a rule failed while running
	CodeInternal   diag.Code = "R999" // a fault of ruleck itself
	CodeBadRequest diag.Code = "Q001" // unknown name, key or wrong type in a request
)

// issueCode is the code of a mistake in an expression.
var issueCode = map[string]diag.Code{
	"syntax": CodeSyntax, "name": CodeName, "type": CodeType, "dialect": CodeDialect, "secret": CodeSecret,
}
