import { lists } from '@bitacora/core/messages/lists';
import { Eye } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useWayHere } from '../frame/way-back.ts';

/** To the page of one activity, which leads back here. */
export const ConsultLink = ({ path, folio }: { path: string; folio: number }) => (
  <Link className="icon-button consult-link" to={path} state={useWayHere()} aria-label={lists.consult(folio)}>
    <Eye size={17} aria-hidden="true" />
  </Link>
);
