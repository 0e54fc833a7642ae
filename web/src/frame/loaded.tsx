import { ApiError } from '@bitacora/core/client';
import { frame } from '@bitacora/core/messages/frame';
import { type ReactNode, Suspense } from 'react';
import { Await, useAsyncError, useLoaderData, useRevalidator } from 'react-router-dom';
import { ButtonLink } from '../ui/button.tsx';
import { Failed, Skeleton } from '../ui/states.tsx';
import { sentenceOf } from '../ui/use-attempt.ts';
import { paths } from './paths.ts';

/** Lets a loader answer before its calls do; whoever shows the promise shows its failure too. */
export function deferred<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {});
  return promise;
}

/** What this screen's loader answered, promises and all: nothing is serialised on the way. */
export const useLoaded = <Loader extends (args: never) => unknown>() => useLoaderData() as Awaited<ReturnType<Loader>>;

interface LoadedProps<Value> {
  of: Promise<Value>;
  skeleton?: ReactNode;
  children: (value: Value) => ReactNode;
  /** Given where this is the whole page: what to say when there is nothing to be found. */
  unknown?: string;
  /** Another part of the screen tells the failure already. */
  isSilent?: boolean;
}

/** What a loader promised: its skeleton, then it, or what went wrong and a way to try again. */
export function Loaded<Value>({ of, skeleton, children, unknown, isSilent = false }: LoadedProps<Value>) {
  return (
    <Suspense fallback={skeleton ?? <Skeleton label={frame.loading} />}>
      <Await resolve={of} errorElement={isSilent ? <span /> : <LoadFailed unknown={unknown} />}>
        {(value: Value) => children(value)}
      </Await>
    </Suspense>
  );
}

function LoadFailed({ unknown }: { unknown: string | undefined }) {
  const error = useAsyncError();
  const { revalidate } = useRevalidator();
  const isUnknown = unknown !== undefined && error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <Failed
      title={isUnknown ? unknown : frame.loadFailedTitle}
      text={isUnknown ? frame.pageUnknown : sentenceOf(error, frame.loadFailed)}
      retryLabel={frame.retry}
      onRetry={isUnknown ? undefined : revalidate}
      isPage={unknown !== undefined}
    >
      {isUnknown && <ButtonLink to={paths.home}>{frame.goHome}</ButtonLink>}
    </Failed>
  );
}
