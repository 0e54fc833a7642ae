/** Keeps what is typed from now on from whatever has the focus; answers how to end that, which tells what it was. */
export function keepTyping(): () => string {
  let text = '';
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isErased = event.key === 'Backspace';
    if (!isErased && event.key.length !== 1) return;
    event.preventDefault();
    event.stopPropagation();
    text = isErased ? text.slice(0, -1) : text + event.key;
  };
  document.addEventListener('keydown', onKey, true);
  return () => {
    document.removeEventListener('keydown', onKey, true);
    return text;
  };
}
