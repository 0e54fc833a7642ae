import { frame } from '@bitacora/core/messages/layout';
import { Skeleton } from './states.tsx';

/** Whatever is neither a table nor a consult page, before it comes. */
export const ListSkeleton = () => <Skeleton label={frame.loading} lines={7} height={36} />;
