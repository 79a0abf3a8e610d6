// Package browser owns Chrome: finding it, launching it so that it dies with us, contexts, tabs, the frame
// tree with an isolated world per frame, and the policy that answers dialogs.
//
// It knows documents and scripts, and no element: what is on a page, and input to it, is runtime/page's business.
package browser
