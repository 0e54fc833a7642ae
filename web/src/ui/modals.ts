const listeners = new Set<() => void>();
let open = 0;

function set(next: number) {
  open = next;
  for (const changed of listeners) changed();
}

/** The open modal dialogs. While one is open the page is inert. */
export const modals = {
  isAny: () => open > 0,
  /** Registers an open dialog; call the returned function when it closes. */
  enter() {
    set(open + 1);
    return () => set(open - 1);
  },
  subscribe(changed: () => void) {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};
