import { useEffect, useReducer } from 'react';

/**
 * Renders the component again when the promise settles, because an ordinary update reveals suspended content at once.
 * React alone waits at least 300 ms after the fallback appeared.
 */
export function useRenderWhenSettled(promise: Promise<unknown> | null): void {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    let isAwaited = true;
    const arrive = () => {
      if (isAwaited) draw();
    };
    promise?.then(arrive, arrive);
    return () => {
      isAwaited = false;
    };
  }, [promise]);
}
