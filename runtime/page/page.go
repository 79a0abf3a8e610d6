// Package page reads a tab as a person would and acts on it: candidates and their order, facts for
// conditions, settling, and trusted input behind a re-check of the very node that is about to be touched.
package page
