import { createElement, version } from 'react';
import { expect, it } from 'vitest';

it('elements keep no call stack of their own, by a private part of this version of React', () => {
  const stackOf = (element: object) => (element as { _debugStack?: Error })._debugStack;
  const stacks = new Set([stackOf(createElement('p')), stackOf(createElement('b')), stackOf(<i />), stackOf(<u />)]);
  expect(stackOf(createElement('p'))).toBeInstanceOf(Error);
  // One of createElement and one of JSX, which all elements share.
  expect([version, stacks.size]).toEqual(['19.3.1', 2]);
});
