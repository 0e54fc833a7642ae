import { frame } from '@bitacora/core/messages/layout';
import { CircleHelp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useApp } from '../app/app.ts';
import { tourTexts } from '../messages/tour-texts.ts';
import { Button } from '../ui/button.tsx';
import type { TourName } from './run-tour.ts';

/** Starts a tour. */
export function TourButton({ tour }: { tour: TourName }) {
  const { notices } = useApp();
  const button = useRef<HTMLButtonElement>(null);
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), [tour]);
  const start = () =>
    import('./run-tour.ts').then(
      ({ runTour }) => {
        if (button.current) end.current = runTour(tour, button.current);
      },
      () => notices.show({ title: frame.noConnection, tone: 'refused' }),
    );
  return (
    <Button ref={button} tone="quiet" icon={CircleHelp} title={tourTexts.start} onClick={() => void start()}>
      {tourTexts.start}
    </Button>
  );
}
