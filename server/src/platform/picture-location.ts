import { sql } from 'kysely'

/**
 * Where a person's picture is; the key makes a new picture a new address. For queries of `users`, which
 * lists of several features have: their queries import nothing of each other.
 */
export const pictureLocation = sql<string | null>`(
  select '/api/v1/users/' || picture.user_id || '/profile-picture?v=' || left(picture.large_key, 12)
  from profile_pictures as picture where picture.user_id = users.id
)`.as('profile_picture_img_location')
