export * from './typescript_enum_to_enum_values.mjs';
