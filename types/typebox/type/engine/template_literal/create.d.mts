export declare function TemplateLiteralCreate<Pattern extends string>(pattern: Pattern): never;
