/** How a call that starts or comments an activity names it, in the wire's words. */
export const about = (activityId: number | undefined) => ({ activitie_id: activityId });
