/** Hands over what a promise brings, unless the effect that called it ends before. A failure without a handler is ignored. */
export function followPromise<Value>(promise: Promise<Value>, onValue: (value: Value) => void, onFailure = (_: unknown) => {}) {
  let isOver = false;
  promise.then(
    (value) => isOver || onValue(value),
    (error) => isOver || onFailure(error),
  );
  return () => {
    isOver = true;
  };
}
