package browser

const helperEnv = "JEVRUN_TEST_HELPER"

func helper(mode string) {}
