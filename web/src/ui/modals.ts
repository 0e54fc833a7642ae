const listeners = new Set<() => void>();
let open = 0;

function set(next: number) {
  open = next;
  for (const changed of listeners) changed();
}

/** The modal dialogs above the page. While there is one the page is inert: nothing on it can be reached, and nothing is read out. */
export const modals = {
  isAny: () => open > 0,
  /** One opens; call what it answers when it has closed. */
  enter() {
    set(open + 1);
    return () => set(open - 1);
  },
  subscribe(changed: () => void) {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};
