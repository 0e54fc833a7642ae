const TYPING_PAUSE_MS = 250;

/** What is done once somebody has stopped typing: `end` does it now, `forget` never. */
export function createTypingPause() {
  let timer = 0;
  let then: (() => void) | null = null;
  const forget = () => {
    clearTimeout(timer);
    then = null;
  };
  const end = () => {
    const due = then;
    forget();
    due?.();
  };
  const begin = (act: () => void) => {
    clearTimeout(timer);
    then = act;
    timer = window.setTimeout(end, TYPING_PAUSE_MS);
  };
  return { begin, end, forget };
}
