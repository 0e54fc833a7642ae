import { dayIn } from '@bitacora/core/domain/calendar';
import { writtenClock, writtenInstant } from '@bitacora/core/messages/dates';
import { useSession } from '../app.ts';
import { captureTexts } from '../messages/offline.ts';

interface CapturedProps {
  of: keyof typeof captureTexts;
  /** On a device without network; absent where it was sent at once. */
  at: Date | undefined;
  sentAt: Date;
}

/** 'tomada 10:42, enviada 13:05': hours of one day, else the day too. Nothing for what was sent in the same minute. */
export function Captured({ of, at, sentAt }: CapturedProps) {
  const { zone } = useSession();
  if (!at) return null;
  const write = dayIn(zone, at) === dayIn(zone, sentAt) ? writtenClock : writtenInstant;
  const [captured, sent] = [write(at, zone), write(sentAt, zone)];
  return captured !== sent && <span className="tabular"> · {captureTexts[of](captured, sent)}</span>;
}
