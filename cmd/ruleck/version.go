package main

import "runtime/debug"

type versionCmd struct{}

type versionDoc struct {
	Version string `json:"version"`
	Go      string `json:"go"`
}

func (c *versionCmd) document(h head) any { return h }

func (c *versionCmd) run(a *app) error {
	doc := versionDoc{"unknown", "unknown"}
	if info, ok := debug.ReadBuildInfo(); ok {
		doc.Go = info.GoVersion
		if info.Main.Version != "" {
			doc.Version = info.Main.Version
		}
	}
	if a.json {
		a.print(doc)
	} else {
		a.say("ruleck %s (%s)\n", doc.Version, doc.Go)
	}
	return nil
}
