// Package gate decides whether a decision may be acted on unattended. It is a pure function of a policy, a
// decision and the element that was chosen; it knows no browser and no model.
package gate
