package conformance

import "ruleck/dsl/diag"

// The codes of everything this package can find wrong. Those below C050 are
// found before a scenario runs, those from C050 on while it runs.
const (
	CodeRulebook  diag.Code = "C001"
	CodeForeign   diag.Code = "C002"
	CodeEmpty     diag.Code = "C003"
	CodeTitle     diag.Code = "C010"
	CodeSlug      diag.Code = "C011"
	CodeUncited   diag.Code = "C012"
	CodeClause    diag.Code = "C013"
	CodeNothing   diag.Code = "C014"
	CodeOrder     diag.Code = "C015"
	CodePlayer    diag.Code = "C020"
	CodeSetup     diag.Code = "C021"
	CodeGiven     diag.Code = "C022"
	CodeProcedure diag.Code = "C023"
	CodeRefusable diag.Code = "C024"
	CodeName      diag.Code = "C025"
	CodeMissing   diag.Code = "C030"
	CodeOrphan    diag.Code = "C031"
	CodeBreakFile diag.Code = "C040"
	CodeBreakText diag.Code = "C041"
	CodeBreakNone diag.Code = "C042"
	CodeBreakLoad diag.Code = "C043"
	CodeSurvived  diag.Code = "C044"
	CodeNotShown  diag.Code = "C045"

	CodeRefused    diag.Code = "C050"
	CodeAccepted   diag.Code = "C051"
	CodeByClause   diag.Code = "C052"
	CodeByLimit    diag.Code = "C053"
	CodeNotAtomic  diag.Code = "C054"
	CodeExpect     diag.Code = "C055"
	CodeSees       diag.Code = "C056"
	CodeLeak       diag.Code = "C057"
	CodeStops      diag.Code = "C058"
	CodeOpen       diag.Code = "C059"
	CodeEnds       diag.Code = "C060"
	CodeEngine     diag.Code = "C061"
	CodeNoEvidence diag.Code = "C062"
	CodeTrace      diag.Code = "C063"
	CodeIdle       diag.Code = "C064"
	CodeUnchanged  diag.Code = "C065"
)

// Codes says in one line what each code is about, in order.
var Codes = []struct {
	Code diag.Code
	What string
}{
	{CodeRulebook, "a .scenario file belongs to another rulebook"},
	{CodeForeign, "a declaration that has no place in a .scenario file"},
	{CodeEmpty, "a .scenario file without a scenario or a breakage"},
	{CodeTitle, "two scenarios have the same title"},
	{CodeSlug, "two titles of a file give one golden file name, or a title gives none"},
	{CodeUncited, "a scenario cites no clause"},
	{CodeClause, "a clause that the rulebook does not declare, or a prefix where one clause is due"},
	{CodeNothing, "a scenario without a refusal or an expectation: it cannot fail"},
	{CodeOrder, "a line of a scenario stands where it cannot take effect"},
	{CodePlayer, "nobody of that name is seated"},
	{CodeSetup, "players, seats, seed or a ruling's reading cannot be as given"},
	{CodeGiven, "a given value cannot be laid over the setup"},
	{CodeProcedure, "what is to run does not exist, or takes other arguments"},
	{CodeRefusable, "`refused by` after a line that nothing can refuse"},
	{CodeName, "no limit, step or field has that name"},
	{CodeMissing, "a scenario has no golden"},
	{CodeOrphan, "a golden belongs to no scenario"},
	{CodeBreakFile, "a breakage names no rule file of the rulebook, or more than one"},
	{CodeBreakText, "the text a breakage replaces does not stand exactly once in its file"},
	{CodeBreakNone, "no passing scenario cites the clause of a breakage"},
	{CodeBreakLoad, "a breakage makes rules that do not load: it shows nothing"},
	{CodeSurvived, "a breakage that no scenario notices"},
	{CodeNotShown, "a scenario that does not pass, so it shows nothing"},
	{CodeRefused, "an answer was refused that should be accepted"},
	{CodeAccepted, "an answer was accepted that should be refused"},
	{CodeByClause, "a refusal does not list a clause it should"},
	{CodeByLimit, "a refusal does not come from the limit it should"},
	{CodeNotAtomic, "a refused answer changed the state"},
	{CodeExpect, "an expectation is false"},
	{CodeSees, "a player's view is not as expected"},
	{CodeLeak, "a player was shown what they should never see"},
	{CodeStops, "no decision is open at the step named by `stops at`"},
	{CodeOpen, "the scenario leaves a decision open and does not say so"},
	{CodeEnds, "the run has not ended"},
	{CodeEngine, "a rule failed, or an answer made no sense"},
	{CodeNoEvidence, "every expectation held before the run, and nothing was refused"},
	{CodeTrace, "the trace differs from its golden"},
	{CodeIdle, "an answer where no decision is open"},
	{CodeUnchanged, "a variant means to change a clause, but every scenario of it holds as before"},
}
