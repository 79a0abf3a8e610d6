gates "strict" {
}
