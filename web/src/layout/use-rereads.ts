import { useRef } from 'react';
import { useLocation, useMatches } from 'react-router-dom';

/** Counts how often the loader ran again at the same address. */
export function useRereads(): number {
  const { key } = useLocation();
  const loaded = useMatches().at(-1)?.loaderData;
  const lastLoad = useRef({ key, loaded, count: 0 });
  const { count } = lastLoad.current;
  if (lastLoad.current.loaded !== loaded) lastLoad.current = { key, loaded, count: lastLoad.current.key === key ? count + 1 : count };
  else lastLoad.current.key = key;
  return lastLoad.current.count;
}
