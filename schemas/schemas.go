// Package schemas holds the project's JSON Schemas (draft 2020-12) as checked-in files. They are generated
// from the Go types and tables that they describe; nothing here is written by hand but this file.
package schemas

//go:generate go run ../runtime/internal/schemagen -root ..

import "embed"

//go:embed *.schema.json
var files embed.FS

// Read is the text of a schema file by its name, for example trace-step.schema.json.
func Read(name string) ([]byte, error) { return files.ReadFile(name) }

// TraceRecordFile is the name of the schema file for a trace record of the kind run, step or action. Its top
// holds for spec 0 whatever tool wrote the record, its $defs/jevrun for records that jevrun wrote.
func TraceRecordFile(kind string) string { return "trace-" + kind + ".schema.json" }

// TraceRecord is the schema of a trace record of the kind run, step or action.
func TraceRecord(kind string) ([]byte, error) { return Read(TraceRecordFile(kind)) }

// ReportFile is the name of the schema file of the JSON document of reports. It refers to the schemas of trace
// records beside it.
const ReportFile = "report.schema.json"

// Report is the schema of the JSON document of reports.
func Report() ([]byte, error) { return Read(ReportFile) }
