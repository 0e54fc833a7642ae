import type { Endpoints, Input, Reply } from '@bitacora/core/contract';

export type SavedView = Reply<Endpoints['listSavedViews']>[number];
export type ViewScreen = Input<Endpoints['saveView']>['screen'];

/** What a view keeps of an address: all but the page, which is another one tomorrow. */
export function savedQueryOf(search: string): string {
  const address = new URLSearchParams(search);
  address.delete('page');
  return address.toString();
}

const sorted = (query: string) => {
  const address = new URLSearchParams(query);
  address.sort();
  return address.toString();
};
/** Whether two queries show the same, in whatever order they say it. */
export const isSameQuery = (a: string, b: string): boolean => sorted(a) === sorted(b);
