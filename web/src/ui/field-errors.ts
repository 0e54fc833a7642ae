import { ApiError } from '@bitacora/core/client';

/** Turns a refusal about one field, such as a duplicate, into that field's error. `places` maps codes to fields. */
export async function withFieldErrors<Answer>(call: Promise<Answer>, places: Readonly<Record<string, string>>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    const field = error instanceof ApiError && error.code ? places[error.code] : undefined;
    if (!(error instanceof ApiError) || !field || !error.message) throw error;
    throw new ApiError(error.status, error.message, error.code, { [field]: error.message });
  }
}
