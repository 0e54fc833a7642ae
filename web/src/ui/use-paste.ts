import { useEffect, useRef } from 'react';
import { listen } from '../app/listeners.ts';

/** Takes files pasted anywhere on the screen, unless another place took them. `take` tells whether it does. Pasted text goes to its field. */
export function usePaste(take: (files: readonly File[]) => boolean) {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const paste = (event: globalThis.ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.defaultPrevented || isTextFor(event)) return;
      if (latest.current(files)) event.preventDefault();
    };
    return listen(document, { paste });
  }, []);
}

/** Spreadsheets put a picture beside the text of a cell; a field needs the text. */
const isTextFor = ({ target, clipboardData }: globalThis.ClipboardEvent) =>
  target instanceof Element && target.matches('input, textarea') && clipboardData?.types.includes('text/plain') === true;
