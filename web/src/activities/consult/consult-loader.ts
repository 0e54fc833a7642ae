import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf } from '../../app.ts';
import { deferred } from '../../layout/loaded.tsx';
import type { Activity, Comment, EvidenceImage, HistoryEntry } from '../activity.ts';

/** The four calls of a consult page. Each one has its own placeholder and its own failure message. */
export interface ConsultData {
  activity: Promise<Activity>;
  comments: Promise<Comment[]>;
  images: Promise<EvidenceImage[]>;
  history: Promise<HistoryEntry[]>;
}

export function consultLoader(args: LoaderFunctionArgs): ConsultData {
  const { client } = appOf(args);
  const which = { activityId: Number(args.params.id) };
  return {
    activity: deferred(client.readActivity(which)),
    comments: deferred(client.listComments(which)),
    images: deferred(client.listEvidence(which)),
    history: deferred(client.listHistory(which)),
  };
}
