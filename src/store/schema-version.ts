/** The number of the newest migration. Kept apart from the migrations, which an up-to-date store never loads. */
export const SCHEMA_VERSION = 3;

/** `application_id` of our databases ("EnvR"), so that another program's database is never migrated. */
export const APPLICATION_ID = 0x456e7652;
