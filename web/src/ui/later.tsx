import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** A component whose code loads when it is first drawn. The fallback of one that has a place has its size, so that nothing moves. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props: Props) => {
    const placeholder = typeof fallback === 'function' ? fallback(props) : fallback;
    // The server may have it, but the browser begins without it.
    if (import.meta.env.SSR) return placeholder;
    return (
      <Suspense fallback={placeholder}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
