import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** A component whose code loads when it is first drawn. The fallback of one that has a place has its size, so that nothing moves. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props: Props) =>
    // The server may have it, but the browser begins without it.
    import.meta.env.SSR ? (
      fallback
    ) : (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    );
}
