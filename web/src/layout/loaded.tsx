import { ApiError } from '@bitacora/core/client';
import { frame } from '@bitacora/core/messages/layout';
import { createContext, type ReactNode, Suspense, use, useRef } from 'react';
import { useLoaderData, useLocation, useRevalidator } from 'react-router-dom';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Failed, Skeleton } from '../ui/states.tsx';
import { sentenceOf } from '../ui/use-attempt.ts';
import './loaded.css';
import { paths } from './paths.ts';
import { useRenderWhenSettled } from './use-render-when-settled.ts';

/** Lets a loader answer before its calls do; whoever shows the promise shows its failure too. */
export function deferred<Value>(promise: Promise<Value>): Promise<Value> {
  void recordOutcome(promise);
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

/**
 * What a loader promised: its skeleton, then it, or what went wrong and a way to try again. Where the same address is read again and the
 * server cannot be asked, what was latest stays, and all that is open or written in it; a line above says that it may be old.
 */
export function Loaded<Value>({ skeleton, ...part }: LoadedProps<Value>) {
  const { pathname, search } = useLocation();
  const latest = useRef<LatestValue<Value> | null>(null);
  useRenderWhenSettled(part.of);
  return (
    <Suspense fallback={skeleton ?? <Skeleton label={frame.loading} />}>
      <Part {...part} address={pathname + search} latest={latest} />
    </Suspense>
  );
}

interface LatestValue<Value> {
  address: string;
  value: Value;
}
interface LoadedPartProps<Value> extends Omit<LoadedProps<Value>, 'skeleton'> {
  address: string;
  latest: { current: LatestValue<Value> | null };
}

/** Whether a part around this one says already that what is latest may be old. */
const FailureVisible = createContext(false);

function Part<Value>({ of, children, unknown, isSilent = false, address, latest }: LoadedPartProps<Value>) {
  const outcome = outcomeOf(of);
  const hasWarning = use(FailureVisible) || isSilent;
  if ('value' in outcome) latest.current = { address, value: outcome.value };
  const last = latest.current;
  const isUsable = last?.address === address && ('value' in outcome || isUnavailable(outcome.error));
  if (!isUsable) return isSilent ? <span /> : <LoadFailed error={'error' in outcome && outcome.error} unknown={unknown} />;
  const isStale = 'error' in outcome;
  return (
    <FailureVisible value={hasWarning || isStale}>
      {isStale && !hasWarning && <StaleWarning error={outcome.error} />}
      {children(last.value)}
    </FailureVisible>
  );
}

type PromiseOutcome<Value> = { value: Value } | { error: unknown };
const outcomes = new WeakMap<Promise<unknown>, PromiseOutcome<unknown>>();

/** Remembers how it ends: whoever shows it only later finds it there, and draws no skeleton first. */
const recordOutcome = (promise: Promise<unknown>): Promise<void> =>
  promise.then(
    (value) => void outcomes.set(promise, { value }),
    (error) => void outcomes.set(promise, { error }),
  );

/** Suspends until the promise is settled; what failed is drawn where what came would be, so that nothing open is lost. */
function outcomeOf<Value>(promise: Promise<Value>): PromiseOutcome<Value> {
  const outcome = outcomes.get(promise);
  if (outcome) return outcome as PromiseOutcome<Value>;
  throw recordOutcome(promise);
}

/** No answer, or none that means anything for what is latest; a server's plain no does. */
const isUnavailable = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;

function StaleWarning({ error }: { error: unknown }) {
  const { revalidate } = useRevalidator();
  return (
    <div className="old" role="status">
      <p>
        <strong>{frame.oldTitle}</strong> {sentenceOf(error, frame.loadFailed)}
      </p>
      <Button tone="quiet" onClick={() => void revalidate()}>
        {frame.retry}
      </Button>
    </div>
  );
}

function LoadFailed({ error, unknown }: { error: unknown; unknown: string | undefined }) {
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
