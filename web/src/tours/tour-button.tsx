import { frame } from '@bitacora/core/messages/layout';
import { CircleHelp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../app/app.ts';
import { tryStorage } from '../app/storage.ts';
import { tourTexts } from '../messages/tour-texts.ts';
import { Button } from '../ui/button.tsx';
import type { TourName } from './run-tour.ts';

interface TourButtonProps {
  tour: TourName;
  /** Shows the short label. */
  isBrief?: boolean;
}

/** Starts a tour. The first visit has a longer label. */
export function TourButton({ tour, isBrief = false }: TourButtonProps) {
  const { notices } = useApp();
  const button = useRef<HTMLButtonElement>(null);
  const end = useRef<() => void>(undefined);
  const [isFirst] = useState(() => !wasOffered(tour));
  useEffect(() => {
    rememberOffer(tour);
    return () => end.current?.();
  }, [tour]);
  const start = () =>
    import('./run-tour.ts').then(
      ({ runTour }) => {
        if (button.current) end.current = runTour(tour, button.current);
      },
      () => notices.show({ title: frame.noConnection, tone: 'refused' }),
    );
  return (
    <Button ref={button} tone="quiet" icon={CircleHelp} onClick={() => void start()}>
      {isFirst && !isBrief ? tourTexts.offer : tourTexts.start}
    </Button>
  );
}

const KEY = 'tours';

const offered = (): readonly string[] => tryStorage(() => JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]) ?? [];

/** Whether this browser has shown the offer of a tour before. */
const wasOffered = (tour: TourName): boolean => offered().includes(tour);

function rememberOffer(tour: TourName): void {
  if (wasOffered(tour)) return;
  // Without browser storage the offer appears again.
  tryStorage(() => localStorage.setItem(KEY, JSON.stringify([...offered(), tour])));
}
