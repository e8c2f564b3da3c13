import { profile } from './profile.ts'
import { registrationForm } from './registration.ts'

/** Who shops, and how one becomes somebody. */
export const profileResources = [profile, registrationForm]
