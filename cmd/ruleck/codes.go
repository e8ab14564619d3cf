package main

import "ruleck/dsl/diag"

// Exit codes.
const (
	exitGood        = 0
	exitFindings    = 1   // findings, failures, a broken rule file, a refused answer
	exitUsage       = 2   // bad usage, or a path that is missing or unreadable
	exitNothing     = 3   // nothing was verified
	exitInterrupted = 130 // as a shell reports it
)

// Codes of what ruleck itself complains about.
const (
	codeUsage       diag.Code = "U001" // the command line makes no sense
	codePath        diag.Code = "U002" // a path is missing, unreadable or leads out of its folder
	codeNothing     diag.Code = "U003" // there is nothing to verify
	codeInterrupted diag.Code = "U004" // stopped by the person at the terminal
	codeInternal    diag.Code = "U005" // a mistake in ruleck
	codeTooMuch     diag.Code = "U006" // a file, or all of them, are too large
	codeJSON        diag.Code = "U007" // a line is not JSON, or not a request
	codeNotYours    diag.Code = "U008" // a request that this client may not make
	codeNoGame      diag.Code = "U009" // a request that needs a game before there is one
	codeRefused     diag.Code = "U010" // an answer of an answers file was refused
	codeOutput      diag.Code = "U011" // the output or a file cannot be written
	codeMoved       diag.Code = "U012" // a variant changes something that is not what it was when its lock was written
	codeLock        diag.Code = "U013" // a lock that `check --accept` did not write, or not so
)
