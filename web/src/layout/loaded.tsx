import { ApiError } from '@bitacora/core/client';
import { frame } from '@bitacora/core/messages/layout';
import { createContext, type ReactNode, Suspense, use, useEffect, useReducer, useRef, useState } from 'react';
import { useLoaderData, useLocation, useRevalidator } from 'react-router-dom';
import { followPromise } from '../app/follow-promise.ts';
import { paths } from '../app/paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Failed } from '../ui/failed.tsx';
import { LiveMessage, Skeleton } from '../ui/states.tsx';
import { errorSentence } from '../ui/use-attempt.ts';
import './loaded.css';

/** Lets a loader return before its calls settle. `Loaded` shows the value or the failure. */
export function deferred<Value>(promise: Promise<Value>): Promise<Value> {
  void recordOutcome(promise);
  return promise;
}

/** Starts the call at the first use, and returns the same promise afterwards. */
export function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let promise: Promise<Value> | undefined;
  return () => (promise ??= deferred(ask()));
}

/** The data of this screen's loader, promises included. */
export const useLoaded = <Loader extends (args: never) => unknown>() => useLoaderData() as Awaited<ReturnType<Loader>>;

interface LoadedProps<Value> {
  of: Promise<Value>;
  skeleton?: ReactNode;
  children: (value: Value) => ReactNode;
  /** The sentence for a 404, where this is the whole page. */
  unknown?: string;
  /** Shows no failure, because another part of the screen does. */
  isSilent?: boolean;
  /** Reads the value again; the loader of the screen does unless given. */
  onRetry?: () => void;
}

/**
 * Shows a deferred value: first its skeleton, then the value, or the failure with a retry button.
 * When a reload fails because the server is unavailable, the last value stays with a warning, so that open dialogs keep their text.
 */
export function Loaded<Value>({ skeleton, ...part }: LoadedProps<Value>) {
  const { pathname, search } = useLocation();
  const latest = useRef<LatestValue<Value> | null>(null);
  useRenderWhenSettled(part.of);
  return (
    <Suspense fallback={skeleton ?? <Skeleton />}>
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

/** Whether a surrounding part already shows the warning. */
const FailureVisible = createContext(false);

function Part<Value>({ of, children, unknown, isSilent = false, onRetry, address, latest }: LoadedPartProps<Value>) {
  const outcome = readOutcome(of);
  const hasWarning = use(FailureVisible) || isSilent;
  if ('value' in outcome) latest.current = { address, value: outcome.value };
  const last = latest.current;
  const isUsable = last?.address === address && ('value' in outcome || isUnavailable(outcome.error));
  if (!isUsable)
    return isSilent ? <span /> : <LoadFailed error={'error' in outcome && outcome.error} unknown={unknown} onRetry={onRetry} />;
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

/** Records the outcome, so that a later render needs no skeleton. */
const recordOutcome = (promise: Promise<unknown>): Promise<void> =>
  promise.then(
    (value) => void outcomes.set(promise, { value }),
    (error) => void outcomes.set(promise, { error }),
  );

/** Suspends until the promise settles. A failure is returned, not thrown, so that open parts keep their state. */
function readOutcome<Value>(promise: Promise<Value>): PromiseOutcome<Value> {
  const outcome = outcomes.get(promise);
  if (outcome) return outcome as PromiseOutcome<Value>;
  throw recordOutcome(promise);
}

/** True without an answer, or with one that says nothing about the value. A 4xx refusal says something. */
const isUnavailable = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;

function StaleWarning({ error }: { error: unknown }) {
  const { revalidate } = useRevalidator();
  return (
    <LiveMessage className="old">
      <p>
        <strong>{frame.oldTitle}</strong> {errorSentence(error, frame.loadFailed)}
      </p>
      <Button tone="quiet" onClick={() => void revalidate()}>
        {frame.retry}
      </Button>
    </LiveMessage>
  );
}

interface LoadFailedProps extends Pick<LoadedProps<unknown>, 'unknown' | 'onRetry'> {
  error: unknown;
}

function LoadFailed({ error, unknown, onRetry }: LoadFailedProps) {
  const { revalidate } = useRevalidator();
  const isUnknown = unknown !== undefined && error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <Failed
      error={error}
      title={isUnknown ? unknown : undefined}
      text={isUnknown ? frame.pageUnknown : undefined}
      onRetry={isUnknown ? undefined : (onRetry ?? revalidate)}
      isPage={unknown !== undefined}
    >
      {isUnknown && <ButtonLink to={paths.home}>{frame.goHome}</ButtonLink>}
    </Failed>
  );
}

/**
 * Renders the component again when the promise settles, because an ordinary update reveals suspended content at once.
 * React alone waits at least 300 ms after the fallback appeared.
 */
export function useRenderWhenSettled(promise: Promise<unknown>): void {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => followPromise(promise, draw, draw), [promise]);
}

interface DeferredContentProps<Value> {
  /** Called once on mount, and again for each 'Reintentar'. */
  ask: () => Promise<Value>;
  children: (value: Value) => ReactNode;
  lines?: number;
}

/** Loads and shows what a dialog needs and its route's loader did not load. */
export function DeferredContent<Value>({ ask, children, lines = 3 }: DeferredContentProps<Value>) {
  const [answer, setAnswer] = useState<Promise<Value> | null>(null);
  const read = () => setAnswer(deferred(ask()));
  // Called in an effect, because React may discard a render and its promise with it.
  useEffect(read, []);
  const skeleton = <Skeleton lines={lines} height={32} />;
  if (!answer) return skeleton;
  return (
    <Loaded of={answer} skeleton={skeleton} onRetry={read}>
      {children}
    </Loaded>
  );
}
