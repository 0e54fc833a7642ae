/** Deletes and names the topic in one statement; the builder's `delete` cannot join. */
export const REMOVE_ASSIGNMENT = `
  delete from topic_assignments using topics where topic_assignments.id = ? and topics.id = topic_id
  returning user_id as "userId", topic_id as "topicId", topics.name as topic`;
