import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countRise, heapGrowth, type SoakPoint } from '../load/growth.ts';
import { countBroken, reportPromises } from '../load/measurement.ts';

const figures = { descriptors: 40, connections: 10, memoryMib: 300, p99: 20, later: 0, failed: 0, statuses: '{"200":2400}' };
const point = (requests: number, heapMib: number, descriptors = 40): SoakPoint => ({ ...figures, requests, heapMib, descriptors });

beforeEach(() => {
  vi.spyOn(console, 'table').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

it('a run ends with a failure where one promise is broken or was not measured', () => {
  const metPromise = { name: 'p50', measured: 25, most: 25 };
  reportPromises([metPromise]);
  expect(process.exitCode).toBeUndefined();
  for (const measured of [25.1, Number.NaN]) {
    process.exitCode = undefined;
    reportPromises([metPromise, { ...metPromise, measured }]);
    expect(process.exitCode).toBe(1);
  }
});

it('the growth of the heap is for ten thousand requests, and one high point does not make it', () => {
  expect(heapGrowth([point(5_000, 40), point(15_000, 41), point(25_000, 42)])).toBeCloseTo(1);
  expect(heapGrowth([point(5_000, 40), point(15_000, 47), point(25_000, 40)])).toBeCloseTo(0);
});

it('descriptors rise by what the second half has more than the first ever had', () => {
  expect(countRise([point(1, 1, 60), point(2, 1, 40), point(3, 1, 90), point(4, 1, 50)], 'descriptors')).toBe(30);
  expect(countRise([point(1, 1, 60), point(2, 1, 40)], 'descriptors')).toBe(-20);
});

it('who is asked to come again is not broken off', () => {
  const samples = [200, 503, 429, 0, 500].map((status) => ({ kind: 'read', status, due: 0, ms: 1 }));
  expect(countBroken(samples)).toBe(2);
});
