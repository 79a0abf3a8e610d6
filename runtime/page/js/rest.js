// What may still change the page without anybody's doing.

// Handlers in attributes that only a person's input calls.
const HARMLESS = /^on(?:click|dblclick|auxclick|contextmenu|mouse|pointer|touch|key|drag|wheel|input|change|submit|reset|select|copy|cut|paste)/;

// rest says what of this frame is not at rest: loading, timers and frames that scripts have ever asked for, finite
// animations that run, scripts that may have asked for anything else.
function rest() {
  const scripted = collect("script").some((s) => /^(?:|module|importmap|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i.test(attribute(s, "type")));
  const handlers = collect("*").some((el) => {
    for (const { name } of el.attributes) if (name.startsWith("on") && !HARMLESS.test(name)) return true;
    return false;
  });
  const moving = document.getAnimations().some((a) => {
    const end = a.effect?.getComputedTiming().endTime;
    return (a.playState === "running" || a.pending) && end !== Infinity;
  });
  return {
    loading: readyState(document) !== "complete", timers: askedTimers(), frames: askedFrames(), moving,
    scripted: scripted || handlers, leaving: collect("meta[http-equiv=refresh i]").length > 0 || collect("animate,set,animateMotion,animateTransform").length > 0,
  };
}

// frames counts the frames that scripts of this document have asked for until the next but one is painted.
async function frames() {
  const first = atFrame(() => {}), ours = framesOfOurs;
  await frame();
  await frame();
  const last = atFrame(() => {});
  return { asked: last - first - (framesOfOurs - ours) };
}

// tick answers by a timer: where the clock of the document stands still, it never does.
const tick = async () => { await pause(0); return true; };
