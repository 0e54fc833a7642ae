import { frame } from '@bitacora/core/messages/frame';
import { Skeleton } from '../ui/states.tsx';

/** The figures line and a table, before they come. */
export const ListSkeleton = () => <Skeleton label={frame.loading} lines={7} height={36} />;
