import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Await, useAsyncError } from 'react-router-dom';
import { Failed, Skeleton } from '../ui/states.tsx';
import { deferred } from './loaded.tsx';
import { useRenderWhenSettled } from './use-render-when-settled.ts';

interface DeferredContentProps<Value> {
  /** Called once on mount, and again for each 'Reintentar'. */
  ask: () => Promise<Value>;
  children: (value: Value) => ReactNode;
  lines?: number;
}

/** Loads and shows what a dialog needs and its route's loader did not load. */
export function DeferredContent<Value>({ ask, children, lines = 3 }: DeferredContentProps<Value>) {
  const [answer, setAnswer] = useState<Promise<Value> | null>(null);
  // Called in an effect, because React may discard a render and its promise with it.
  useEffect(() => setAnswer(deferred(ask())), []);
  useRenderWhenSettled(answer);
  const skeleton = <Skeleton lines={lines} height={32} />;
  if (!answer) return skeleton;
  return (
    <Suspense fallback={skeleton}>
      <Await resolve={answer} errorElement={<LoadAgain onRetry={() => setAnswer(deferred(ask()))} />}>
        {(value: Value) => children(value)}
      </Await>
    </Suspense>
  );
}

function LoadAgain({ onRetry }: { onRetry: () => void }) {
  const error = useAsyncError();
  return <Failed error={error} onRetry={onRetry} />;
}
