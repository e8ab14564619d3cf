package dsl

import "ruleck/dsl/diag"

// The codes of package dsl. D0xx is about characters and words, D1xx about how
// they are put together.
const (
	CodeMore         = diag.More // D000: more diagnostics than are shown
	CodeStray        = diag.Code("D001")
	CodeUnterminated = diag.Code("D002")
	CodeEscape       = diag.Code("D003")
	CodeLeadingZero  = diag.Code("D004")
	CodeTooLarge     = diag.Code("D005")
	CodeRunTogether  = diag.Code("D006")
	CodeQuotes       = diag.Code("D007")
	CodeBlank        = diag.Code("D008")
	CodeComment      = diag.Code("D009")
	CodeNotText      = diag.Code("D010")
	CodeFileSize     = diag.Code("D011")

	CodeExpected    = diag.Code("D101")
	CodeUnknownWord = diag.Code("D102")
	CodeHead        = diag.Code("D103")
	CodeEmpty       = diag.Code("D104")
	CodeWrongFile   = diag.Code("D105")
	CodeNotClosed   = diag.Code("D106")
	CodeNotOpen     = diag.Code("D107")
	CodeReserved    = diag.Code("D108")
	CodeDepth       = diag.Code("D109")
	CodeDecimal     = diag.Code("D110")
	CodeOperand     = diag.Code("D111")
	CodeOperator    = diag.Code("D112")
)

// Codes says what each code means, in order.
var Codes = []struct {
	Code    diag.Code
	Meaning string
}{
	{CodeMore, "a file has more diagnostics than are shown"},
	{CodeStray, "a character that has no meaning in rule files"},
	{CodeUnterminated, "a text in quotes does not end on its line"},
	{CodeEscape, "an unknown escape in a text"},
	{CodeLeadingZero, "a number begins with a needless zero"},
	{CodeTooLarge, "a number does not fit into 64 bits"},
	{CodeRunTogether, "a number and a word run together"},
	{CodeQuotes, "a text in other quotes than \"\""},
	{CodeBlank, "a blank other than space, tab and line end"},
	{CodeComment, "a comment written otherwise than //"},
	{CodeNotText, "the file is not UTF-8 text"},
	{CodeFileSize, "the file is too large"},
	{CodeExpected, "something else was expected here"},
	{CodeUnknownWord, "a word that begins nothing here"},
	{CodeHead, "the file does not begin by saying what it is"},
	{CodeEmpty, "the file is empty"},
	{CodeWrongFile, "a declaration in the wrong kind of file"},
	{CodeNotClosed, "a bracket is not closed"},
	{CodeNotOpen, "a closing bracket without an opening one"},
	{CodeReserved, "a name that conditions reserve"},
	{CodeDepth, "brackets are nested too deeply"},
	{CodeDecimal, "a number with a decimal point"},
	{CodeOperand, "an operand is missing in an expression"},
	{CodeOperator, "an operator or comma is missing in an expression"},
}
