package conformance

import "embed"

// The suites of the shipped rulebooks, so that the binary alone is enough.
var (
	//go:embed scenarios
	scenarioFiles embed.FS
	//go:embed golden
	goldenFiles embed.FS
)
