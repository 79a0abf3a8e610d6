// Node-RED on loopback only, with nothing that calls home: no telemetry, no tours, no catalogue of nodes to
// install. Port 0 takes a free one; the log says which.
module.exports = {
  uiHost: "127.0.0.1",
  uiPort: Number(process.env.PORT || 0),
  flowFile: "flows.json",
  credentialSecret: false,
  telemetry: { enabled: false, updateNotification: false },
  editorTheme: {
    tours: false,
    projects: { enabled: false },
    palette: { catalogues: [] },
    codeEditor: { lib: "ace" },
  },
  logging: { console: { level: "info" } },
};
