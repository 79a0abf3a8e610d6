// Package browser owns Chrome: finding it, launching it so that it dies with us, contexts, tabs, the frame
// tree with an isolated world per frame, and the policy that answers dialogs.
package browser
