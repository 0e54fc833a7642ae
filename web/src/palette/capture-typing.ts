/**
 * Takes what is typed from now on, dead keys and dictation too, in a field nobody sees: its dialog is not there yet. Answers how to end
 * that: it gives the focus back and tells what was written.
 */
export function captureTyping(label: string): () => string {
  const before = document.activeElement;
  const field = document.createElement('input');
  field.className = 'only-read';
  field.setAttribute('aria-label', label);
  document.body.append(field);
  field.focus({ preventScroll: true });
  return () => {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return field.value;
  };
}
