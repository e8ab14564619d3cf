package conformance

import "embed"

// The suites of the shipped rulebooks and of their variants, so that the binary
// alone is enough.
var (
	//go:embed scenarios
	scenarioFiles embed.FS
	//go:embed variants
	variantFiles embed.FS
	//go:embed golden
	goldenFiles embed.FS
)
