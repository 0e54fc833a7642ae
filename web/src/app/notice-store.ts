import { createListeners } from './listeners.ts';

/** `refused`: what the person wanted was not allowed. */
export type NoticeTone = 'done' | 'plain' | 'refused';

/** A message that disappears. Important ones do not belong here. */
export interface Notice {
  title: string;
  detail?: string | undefined;
  /** Where the reader can go next. */
  action?: { label: string; to: string } | undefined;
  /** Takes back what was done. */
  undo?: (() => Promise<void>) | undefined;
  tone?: NoticeTone;
}
export interface VisibleNotice extends Notice {
  key: number;
}

export type Notices = ReturnType<typeof createNotices>;

const MOST_AT_ONCE = 3;

export function createNotices() {
  let visible: readonly VisibleNotice[] = [];
  let nextKey = 1;
  const { notify, subscribe } = createListeners();
  const set = (next: readonly VisibleNotice[]) => {
    visible = next;
    notify();
  };
  return {
    show(notice: Notice) {
      set([...visible, { ...notice, key: nextKey++ }].slice(-MOST_AT_ONCE));
    },
    dismiss(key: number) {
      set(visible.filter((notice) => notice.key !== key));
    },
    current: () => visible,
    subscribe,
  };
}
