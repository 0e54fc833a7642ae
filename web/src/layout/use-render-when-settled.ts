import { useEffect, useReducer } from 'react';

/**
 * Draws its component once more when the promise is settled. React reveals what a Suspense below waits for by itself, but never sooner
 * than 300 ms after the fallback came; an ordinary update reveals it at once.
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
