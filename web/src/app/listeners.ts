/** Those who want to know of each change of something. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type PageEvents = WindowEventMap & DocumentEventMap;
type Handlers = { [Type in keyof PageEvents]?: (event: PageEvents[Type]) => unknown };

/** Listens to events of the page until the returned function is called. */
export function listen(target: Window | Document, handlers: Handlers, options?: boolean | AddEventListenerOptions): () => void {
  const entries = Object.entries(handlers) as [string, EventListener][];
  for (const [type, handler] of entries) target.addEventListener(type, handler, options);
  return () => {
    for (const [type, handler] of entries) target.removeEventListener(type, handler, options);
  };
}
