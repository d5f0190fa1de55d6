import * as typebox from './typebox/index.mjs';
import { Static, TSchema, TUnsafe } from './typebox/index.mjs';
import { A as AppError } from './shared-errors.js';

/**
 * Who may call an operation, as data. The service's guard interprets these rules with the same function that computes
 * the `permissions` booleans of the answered objects; rights are named after those booleans.
 */
type Access = {
    readonly on: 'caller';
} | {
    readonly on: 'organization';
    readonly right: OrganizationRight;
} | {
    readonly on: 'collection';
    readonly right: CollectionRight;
} | {
    readonly on: 'space';
    readonly right: SpaceRight;
    readonly shareKey?: true;
} | {
    readonly on: 'changeRequest';
    readonly right: 'view' | 'edit';
} | {
    readonly on: 'comment';
    readonly right: CommentRight;
} | {
    readonly on: 'site';
    readonly right: 'view' | 'edit' | 'admin';
    readonly shareKey?: true;
} | {
    readonly on: 'invite';
    readonly right: 'accept';
} | {
    readonly on: 'integration';
    readonly right: 'view' | 'publish' | 'admin';
};
declare const organizationRights: readonly ["view", "admin", "ownTeam", "createContent", "createOpenAPISpec", "viewBilling", "listMembers", "listTeams", "listIntegrations"];
type OrganizationRight = (typeof organizationRights)[number];
declare const collectionRights: readonly ["view", "admin", "viewInviteLinks", "create"];
type CollectionRight = (typeof collectionRights)[number];
declare const spaceRights: readonly ["view", "access", "admin", "viewInviteLinks", "edit", "triggerGitSync", "comment", "merge", "review"];
type SpaceRight = (typeof spaceRights)[number];
declare const commentRights: readonly ["view", "edit", "reply", "delete"];
type CommentRight = (typeof commentRights)[number];

declare const documentFields: typebox.TObject<{
    kind: typebox.TOptional<typebox.TLiteral<"sheet">>;
    type: typebox.TLiteral<"document">;
    markdown: typebox.TOptional<typebox.TString>;
    urls: typebox.TObject<{
        app: typebox.TString;
    }>;
    slug: typebox.TString;
    path: typebox.TString;
    linkTitle: typebox.TOptional<typebox.TString>;
    description: typebox.TOptional<typebox.TString>;
    condition: typebox.TOptional<typebox.TString>;
    documentId: typebox.TOptional<typebox.TString>;
    git: typebox.TOptional<typebox.TObject<{
        oid: typebox.TString;
        path: typebox.TString;
    }>>;
    layout: typebox.TOptional<typebox.TObject<{
        width: typebox.TOptional<typebox.TUnsafe<"default" | "wide">>;
        cover: typebox.TOptional<typebox.TBoolean>;
        coverSize: typebox.TOptional<typebox.TUnsafe<"hero" | "full">>;
        title: typebox.TOptional<typebox.TBoolean>;
        description: typebox.TOptional<typebox.TBoolean>;
        tableOfContents: typebox.TOptional<typebox.TBoolean>;
        outline: typebox.TOptional<typebox.TBoolean>;
        pagination: typebox.TOptional<typebox.TBoolean>;
        metadata: typebox.TOptional<typebox.TBoolean>;
    }>>;
    cover: typebox.TOptional<typebox.TObject<{
        ref: typebox.TOptional<typebox.TUnsafe<{
            kind: "file";
            file: string;
        } | {
            url: string;
            kind: "url";
        } | {
            space?: string;
            page: string;
            kind: "page";
        } | {
            space?: string;
            page?: string;
            kind: "anchor";
            anchor: string;
        } | {
            kind: "user";
            user: string;
        } | {
            collection: string;
            kind: "collection";
        } | {
            space: string;
            kind: "space";
        } | {
            space?: string;
            kind: "reusable-content";
            reusableContent: string;
        } | {
            kind: "openapi";
            spec: string;
        }>>;
        refDark: typebox.TOptional<typebox.TUnsafe<{
            kind: "file";
            file: string;
        } | {
            url: string;
            kind: "url";
        } | {
            space?: string;
            page: string;
            kind: "page";
        } | {
            space?: string;
            page?: string;
            kind: "anchor";
            anchor: string;
        } | {
            kind: "user";
            user: string;
        } | {
            collection: string;
            kind: "collection";
        } | {
            space: string;
            kind: "space";
        } | {
            space?: string;
            kind: "reusable-content";
            reusableContent: string;
        } | {
            kind: "openapi";
            spec: string;
        }>>;
        yPos: typebox.TOptional<typebox.TNumber>;
    }>>;
    variables: typebox.TOptional<typebox.TUnsafe<Record<string, string | number | boolean>>>;
    computed: typebox.TOptional<typebox.TObject<{
        type: typebox.TString;
        dependencies: typebox.TOptional<typebox.TObject<{
            spec: typebox.TOptional<typebox.TObject<{
                ref: typebox.TObject<{
                    kind: typebox.TUnsafe<"openapi">;
                    spec: typebox.TString;
                }>;
            }>>;
        }>>;
        props: typebox.TOptional<typebox.TObject<{
            doc: typebox.TOptional<typebox.TString>;
        }>>;
    }>>;
    computedSeed: typebox.TOptional<typebox.TString>;
    hidden: typebox.TOptional<typebox.TBoolean>;
    noIndex: typebox.TOptional<typebox.TBoolean>;
    noRobotsIndex: typebox.TOptional<typebox.TBoolean>;
    id: typebox.TString;
    title: typebox.TString;
    emoji: typebox.TOptional<typebox.TString>;
    icon: typebox.TOptional<typebox.TString>;
    createdAt: typebox.TOptional<typebox.TString>;
    updatedAt: typebox.TOptional<typebox.TString>;
}>;
interface PageDocument extends Static<typeof documentFields> {
    pages: Page$1[];
}
declare const groupFields: typebox.TObject<{
    kind: typebox.TOptional<typebox.TLiteral<"group">>;
    type: typebox.TLiteral<"group">;
    slug: typebox.TString;
    path: typebox.TString;
    hidden: typebox.TOptional<typebox.TBoolean>;
    noIndex: typebox.TOptional<typebox.TBoolean>;
    noRobotsIndex: typebox.TOptional<typebox.TBoolean>;
    id: typebox.TString;
    title: typebox.TString;
    emoji: typebox.TOptional<typebox.TString>;
    icon: typebox.TOptional<typebox.TString>;
    createdAt: typebox.TOptional<typebox.TString>;
    updatedAt: typebox.TOptional<typebox.TString>;
}>;
interface PageGroup extends Static<typeof groupFields> {
    pages: Page$1[];
}
declare const pageLink: typebox.TObject<{
    kind: typebox.TOptional<typebox.TLiteral<"link">>;
    type: typebox.TLiteral<"link">;
    target: typebox.TUnsafe<{
        kind: "file";
        file: string;
    } | {
        url: string;
        kind: "url";
    } | {
        space?: string;
        page: string;
        kind: "page";
    } | {
        space?: string;
        page?: string;
        kind: "anchor";
        anchor: string;
    } | {
        kind: "user";
        user: string;
    } | {
        collection: string;
        kind: "collection";
    } | {
        space: string;
        kind: "space";
    } | {
        space?: string;
        kind: "reusable-content";
        reusableContent: string;
    } | {
        kind: "openapi";
        spec: string;
    }>;
    href: typebox.TOptional<typebox.TString>;
    hidden: typebox.TOptional<typebox.TBoolean>;
    id: typebox.TString;
    title: typebox.TString;
    emoji: typebox.TOptional<typebox.TString>;
    icon: typebox.TOptional<typebox.TString>;
    createdAt: typebox.TOptional<typebox.TString>;
    updatedAt: typebox.TOptional<typebox.TString>;
}>;
type PageLink = Static<typeof pageLink>;
declare const pageComputed: typebox.TObject<{
    type: typebox.TLiteral<"computed">;
    computed: typebox.TObject<{
        type: typebox.TString;
        dependencies: typebox.TOptional<typebox.TObject<{
            spec: typebox.TOptional<typebox.TObject<{
                ref: typebox.TObject<{
                    kind: typebox.TUnsafe<"openapi">;
                    spec: typebox.TString;
                }>;
            }>>;
        }>>;
        props: typebox.TOptional<typebox.TObject<{
            doc: typebox.TOptional<typebox.TString>;
        }>>;
    }>;
    computedSeed: typebox.TOptional<typebox.TString>;
    id: typebox.TString;
    title: typebox.TString;
    emoji: typebox.TOptional<typebox.TString>;
    icon: typebox.TOptional<typebox.TString>;
    createdAt: typebox.TOptional<typebox.TString>;
    updatedAt: typebox.TOptional<typebox.TString>;
}>;
type PageComputed = Static<typeof pageComputed>;
/** A node of a space's tree. Only a document has a body; `pages` of a document and a group are its children. */
type Page$1 = PageDocument | PageGroup | PageLink | PageComputed;

interface Primitive {
    type: 'boolean' | 'string' | 'number';
    description: string;
    enum?: string[];
}
/** One attribute of a visitor: boolean, string (perhaps of a fixed list), number, array of those, or an object. */
type AdaptiveClaim = Primitive | {
    type: 'array';
    description: string;
    items: Primitive;
} | {
    type: 'object';
    description: string;
    properties: Record<string, AdaptiveClaim>;
    additionalProperties: false;
};
interface AdaptiveJSONSchema {
    $schema?: string;
    type: 'object';
    properties: Record<string, AdaptiveClaim> & {
        unsigned?: {
            type: 'object';
            description?: string;
            properties: Record<string, AdaptiveClaim>;
            additionalProperties: false;
        };
    };
    additionalProperties: false;
}

interface Page<Item> {
    /** Absent on the last page. */
    next?: {
        page: string;
    };
    /** How many items the whole list has; other servers may leave it out. */
    count?: number;
    items: Item[];
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** The names in braces of a path template. */
type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathParameters<Rest> : never;
/** Statuses that a failing operation may answer with. */
type FailureStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 501 | 503;
/** One row of the table: everything that is known of an operation of the interface. */
interface Operation<Path extends string = string, Query extends TSchema = TSchema, Body extends TSchema | null = TSchema | null, Result extends TSchema | null = TSchema | null> {
    readonly method: Method;
    readonly path: Path;
    /** The heading that it stands under in documents. */
    readonly group: string;
    readonly summary: string;
    /** `extension`: outside the 114, served unless the interface is strict. */
    readonly source: 'specification' | 'extension';
    readonly params: TUnsafe<{
        [Name in PathParameters<Path>]: string;
    }>;
    readonly query: Query;
    /** Null: the operation takes no body. */
    readonly body: Body;
    /** False: the body may be left out, and counts as `{}`. */
    readonly bodyRequired: boolean;
    readonly success: {
        readonly status: 200 | 201 | 204;
        /** Further statuses that mean success: 201 of a PUT that creates, 205 of a deletion on other servers. */
        readonly also: readonly number[];
        /** The answer carries a `Location` header with the object's URL. */
        readonly location: boolean;
        readonly schema: Result;
    };
    readonly errors: readonly FailureStatus[];
    /** `cursor`: takes `page` and `limit`, answers with `next`. */
    readonly paging: 'cursor' | 'none';
    readonly access: Access;
}
/** The type of a schema, or `undefined` where there is none. */
type StaticOrNothing<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

/** The table: every operation of the interface by its name. The first 114 are the specification's. */
declare const operations: {
    readonly getLatestOpenAPISpecVersion: Operation<"/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest", typebox.TObject<{}>, null, typebox.TUnsafe<{
        createdAt?: string;
        object: "openapi-spec-version";
        id: string;
        urls: {
            location: string;
        };
        url: string;
    }>>;
    readonly installIntegration: Operation<"/v1/integrations/{integrationName}/installations", typebox.TObject<{}>, typebox.TObject<{
        organization: typebox.TString;
    }>, typebox.TUnsafe<{
        status: "pending" | "active" | "paused";
        id: string;
        urls: {
            location: string;
            app: string;
            publicEndpoint: string;
        };
        createdAt: string;
        updatedAt: string;
        target: {
            organization: string;
        };
        spaces: number;
        configuration: Record<string, unknown>;
        space_selection: "all" | "selected";
        site_selection: "all" | "selected";
        externalIds: string[];
    }>>;
    readonly getIntegrationInstallationById: Operation<"/v1/integrations/{integrationName}/installations/{installationId}", typebox.TObject<{}>, null, typebox.TUnsafe<{
        status: "pending" | "active" | "paused";
        id: string;
        urls: {
            location: string;
            app: string;
            publicEndpoint: string;
        };
        createdAt: string;
        updatedAt: string;
        target: {
            organization: string;
        };
        spaces: number;
        configuration: Record<string, unknown>;
        space_selection: "all" | "selected";
        site_selection: "all" | "selected";
        externalIds: string[];
    }>>;
    readonly updateIntegrationInstallation: Operation<"/v1/integrations/{integrationName}/installations/{installationId}", typebox.TObject<{}>, typebox.TObject<{
        configuration: typebox.TOptional<typebox.TUnsafe<Record<string, unknown>>>;
        externalIds: typebox.TOptional<typebox.TArray<typebox.TString>>;
        space_selection: typebox.TOptional<typebox.TUnsafe<"all" | "selected">>;
        site_selection: typebox.TOptional<typebox.TUnsafe<"all" | "selected">>;
    }>, typebox.TUnsafe<{
        status: "pending" | "active" | "paused";
        id: string;
        urls: {
            location: string;
            app: string;
            publicEndpoint: string;
        };
        createdAt: string;
        updatedAt: string;
        target: {
            organization: string;
        };
        spaces: number;
        configuration: Record<string, unknown>;
        space_selection: "all" | "selected";
        site_selection: "all" | "selected";
        externalIds: string[];
    }>>;
    readonly uninstallIntegration: Operation<"/v1/integrations/{integrationName}/installations/{installationId}", typebox.TObject<{}>, null, null>;
    readonly getSiteStructure: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/structure", typebox.TObject<{
        shareKey: typebox.TOptional<typebox.TString>;
    }>, null, typebox.TUnsafe<{
        type: "sections";
        structure: ({
            description?: string;
            icon?: string;
            condition?: string;
            default?: boolean;
            sectionGroup?: string;
            object: "site-section";
            id: string;
            title: string;
            urls: {
                published?: string;
            };
            path: string;
            siteSpaces: {
                condition?: string;
                default?: boolean;
                section?: string;
                hasAdvancedCustomizationFeature?: boolean;
                object: "site-space";
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                id: string;
                title: string;
                urls: {
                    published?: string;
                };
                path: string;
            }[];
        } | {
            icon?: string;
            object: "site-section-group";
            id: string;
            title: string;
            sections: {
                description?: string;
                icon?: string;
                condition?: string;
                default?: boolean;
                sectionGroup?: string;
                object: "site-section";
                id: string;
                title: string;
                urls: {
                    published?: string;
                };
                path: string;
                siteSpaces: {
                    condition?: string;
                    default?: boolean;
                    section?: string;
                    hasAdvancedCustomizationFeature?: boolean;
                    object: "site-space";
                    space: {
                        parent?: string;
                        deletedAt?: string;
                        editMode?: "live" | "locked";
                        gitSync?: {
                            integration?: string;
                            updatedAt?: string;
                            repoName?: string;
                            installationProvider?: "github" | "gitlab" | "github-legacy";
                            url?: string;
                        };
                        visitorAuth?: {
                            integration?: string;
                            backend: "integration" | "custom";
                        };
                        object: "space";
                        organization: string;
                        id: string;
                        title: string;
                        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                        urls: {
                            public?: string;
                            published?: string;
                            icon?: string;
                            location: string;
                            app: string;
                        };
                        permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                        emoji: string;
                        visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        changeRequests: number;
                        changeRequestsOpen: number;
                        changeRequestsDraft: number;
                    };
                    id: string;
                    title: string;
                    urls: {
                        published?: string;
                    };
                    path: string;
                }[];
            }[];
        })[];
    } | {
        type: "siteSpaces";
        structure: {
            condition?: string;
            default?: boolean;
            section?: string;
            hasAdvancedCustomizationFeature?: boolean;
            object: "site-space";
            space: {
                parent?: string;
                deletedAt?: string;
                editMode?: "live" | "locked";
                gitSync?: {
                    integration?: string;
                    updatedAt?: string;
                    repoName?: string;
                    installationProvider?: "github" | "gitlab" | "github-legacy";
                    url?: string;
                };
                visitorAuth?: {
                    integration?: string;
                    backend: "integration" | "custom";
                };
                object: "space";
                organization: string;
                id: string;
                title: string;
                defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                urls: {
                    public?: string;
                    published?: string;
                    icon?: string;
                    location: string;
                    app: string;
                };
                permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                emoji: string;
                visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                createdAt: string;
                updatedAt: string;
                revision: string;
                comments: number;
                changeRequests: number;
                changeRequestsOpen: number;
                changeRequestsDraft: number;
            };
            id: string;
            title: string;
            urls: {
                published?: string;
            };
            path: string;
        }[];
    }>>;
    readonly publishSite: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/publish", typebox.TObject<{}>, null, typebox.TUnsafe<{
        icon?: {
            emoji?: string;
            icon?: {
                light: string;
                dark: string;
            };
        } | null;
        hostname?: string;
        basename?: string;
        proxy?: {
            target: string;
            origin: string;
        };
        adaptiveContent?: {
            enabled: boolean;
        };
        ads?: {
            reason?: string;
            submittable?: boolean;
            topic?: string;
            zoneId?: string;
            status: "pending" | "live" | "in-review" | "rejected" | "disabled";
        };
        object: "site";
        id: string;
        title: string;
        type: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
        urls: {
            published?: string;
            location: string;
            app: string;
        };
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth";
        createdAt: string;
        published: boolean;
        siteSpaces: number;
        agentsContext: "excluded" | "included";
        features: {
            customizations?: string[];
            id: "sites-adaptive-content" | "sites-advanced-customization" | "sites-advanced-insights" | "sites-ads" | "sites-ai-search" | "sites-ai-assistant" | "sites-api-playground" | "sites-basic-customization" | "sites-custom-domain" | "sites-custom-fonts" | "sites-custom-subdirectory" | "sites-full-text-search" | "sites-multivariant-site" | "sites-no-custom-domain" | "sites-page-feedback" | "sites-page-traffic-insights" | "sites-pdf-export" | "sites-preview-deployments" | "sites-public-visibility" | "sites-redirects" | "sites-search-insights" | "sites-sections" | "sites-seo" | "sites-share-links" | "sites-unlisted-visibility" | "sites-user-contribution" | "sites-visitor-authentication" | "sites-visitors";
            plan: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
            frozen: boolean;
        }[];
    }>>;
    readonly getSitePublishingAuthById: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth", typebox.TObject<{}>, null, typebox.TUnsafe<{
        integration?: string;
        fallbackURL?: string;
        object: "publishing-auth";
        backend: "integration" | "custom";
        privateKey: string;
    }>>;
    readonly updateSitePublishingAuthById: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth", typebox.TObject<{}>, typebox.TObject<{
        backend: typebox.TOptional<typebox.TUnsafe<"custom">>;
        fallbackURL: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
    }>, typebox.TUnsafe<{
        integration?: string;
        fallbackURL?: string;
        object: "publishing-auth";
        backend: "integration" | "custom";
        privateKey: string;
    }>>;
    readonly regenerateSitePublishingAuthById: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate", typebox.TObject<{}>, null, typebox.TUnsafe<{
        integration?: string;
        fallbackURL?: string;
        object: "publishing-auth";
        backend: "integration" | "custom";
        privateKey: string;
    }>>;
    readonly unpublishSite: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/unpublish", typebox.TObject<{}>, null, typebox.TUnsafe<{
        icon?: {
            emoji?: string;
            icon?: {
                light: string;
                dark: string;
            };
        } | null;
        hostname?: string;
        basename?: string;
        proxy?: {
            target: string;
            origin: string;
        };
        adaptiveContent?: {
            enabled: boolean;
        };
        ads?: {
            reason?: string;
            submittable?: boolean;
            topic?: string;
            zoneId?: string;
            status: "pending" | "live" | "in-review" | "rejected" | "disabled";
        };
        object: "site";
        id: string;
        title: string;
        type: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
        urls: {
            published?: string;
            location: string;
            app: string;
        };
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth";
        createdAt: string;
        published: boolean;
        siteSpaces: number;
        agentsContext: "excluded" | "included";
        features: {
            customizations?: string[];
            id: "sites-adaptive-content" | "sites-advanced-customization" | "sites-advanced-insights" | "sites-ads" | "sites-ai-search" | "sites-ai-assistant" | "sites-api-playground" | "sites-basic-customization" | "sites-custom-domain" | "sites-custom-fonts" | "sites-custom-subdirectory" | "sites-full-text-search" | "sites-multivariant-site" | "sites-no-custom-domain" | "sites-page-feedback" | "sites-page-traffic-insights" | "sites-pdf-export" | "sites-preview-deployments" | "sites-public-visibility" | "sites-redirects" | "sites-search-insights" | "sites-sections" | "sites-seo" | "sites-share-links" | "sites-unlisted-visibility" | "sites-user-contribution" | "sites-visitor-authentication" | "sites-visitors";
            plan: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
            frozen: boolean;
        }[];
    }>>;
    readonly getCurrentRevision: Operation<"/v1/spaces/{spaceId}/content", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TUnsafe<{
        git?: {
            url?: string;
            ref?: string;
            oid: string;
            message: string;
            createdByGitBook: boolean;
        };
        variables?: Record<string, string | number | boolean>;
        mergedFrom?: {
            revisionMergedAncestor?: string;
            revisionMerged?: string;
            number: number;
            object: "change-request";
            status: "draft" | "open" | "archived" | "merged";
            id: string;
            urls: {
                location: string;
                app: string;
            };
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            subject: string;
            createdBy: {
                email?: string;
                photoURL?: string;
                object: "user";
                id: string;
                urls: {
                    location: string;
                };
                displayName: string;
            };
            revisionInitial: string;
            outdated: boolean;
        };
        object: "revision";
        id: string;
        type: "merge" | "computed" | "edits" | "rollback" | "update";
        urls: {
            public?: string;
            published?: string;
            app: string;
        };
        createdAt: string;
        parents: string[];
        pages: Page$1[];
        files: {
            dimensions?: {
                width: number;
                height: number;
            };
            git?: {
                oid: string;
                path: string;
            };
            id: string;
            name: string;
            contentType: string;
            downloadURL: string;
            size: number;
        }[];
        reusableContents: {
            markdown?: string;
            computed?: {
                dependencies?: {
                    spec?: {
                        ref: {
                            kind: "openapi";
                            spec: string;
                        };
                    };
                };
                props?: {
                    doc?: string;
                };
                type: string;
            };
            computedSeed?: string;
            git?: {
                oid: string;
                path: string;
            };
            document?: string;
            id: string;
            title: string;
        }[];
    }>>;
    readonly listPages: Operation<"/v1/spaces/{spaceId}/content/pages", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TObject<{
        pages: typebox.TArray<typebox.TUnsafe<Page$1>>;
    }>>;
    readonly listFiles: Operation<"/v1/spaces/{spaceId}/content/files", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        dimensions?: {
            width: number;
            height: number;
        };
        git?: {
            oid: string;
            path: string;
        };
        id: string;
        name: string;
        contentType: string;
        downloadURL: string;
        size: number;
    }>>>;
    readonly getFileById: Operation<"/v1/spaces/{spaceId}/content/files/{fileId}", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TUnsafe<{
        dimensions?: {
            width: number;
            height: number;
        };
        git?: {
            oid: string;
            path: string;
        };
        id: string;
        name: string;
        contentType: string;
        downloadURL: string;
        size: number;
    }>>;
    readonly getPageById: Operation<"/v1/spaces/{spaceId}/content/page/{pageId}", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
        evaluated: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TUnsafe<Page$1>>;
    readonly getPageByPath: Operation<"/v1/spaces/{spaceId}/content/path/{pagePath}", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
        evaluated: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TUnsafe<Page$1>>;
    readonly getReusableContentById: Operation<"/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
    }>, null, typebox.TUnsafe<{
        markdown?: string;
        computed?: {
            dependencies?: {
                spec?: {
                    ref: {
                        kind: "openapi";
                        spec: string;
                    };
                };
            };
            props?: {
                doc?: string;
            };
            type: string;
        };
        computedSeed?: string;
        git?: {
            oid: string;
            path: string;
        };
        document?: string;
        id: string;
        title: string;
    }>>;
    readonly getRevisionById: Operation<"/v1/spaces/{spaceId}/revisions/{revisionId}", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TUnsafe<{
        git?: {
            url?: string;
            ref?: string;
            oid: string;
            message: string;
            createdByGitBook: boolean;
        };
        variables?: Record<string, string | number | boolean>;
        mergedFrom?: {
            revisionMergedAncestor?: string;
            revisionMerged?: string;
            number: number;
            object: "change-request";
            status: "draft" | "open" | "archived" | "merged";
            id: string;
            urls: {
                location: string;
                app: string;
            };
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            subject: string;
            createdBy: {
                email?: string;
                photoURL?: string;
                object: "user";
                id: string;
                urls: {
                    location: string;
                };
                displayName: string;
            };
            revisionInitial: string;
            outdated: boolean;
        };
        object: "revision";
        id: string;
        type: "merge" | "computed" | "edits" | "rollback" | "update";
        urls: {
            public?: string;
            published?: string;
            app: string;
        };
        createdAt: string;
        parents: string[];
        pages: Page$1[];
        files: {
            dimensions?: {
                width: number;
                height: number;
            };
            git?: {
                oid: string;
                path: string;
            };
            id: string;
            name: string;
            contentType: string;
            downloadURL: string;
            size: number;
        }[];
        reusableContents: {
            markdown?: string;
            computed?: {
                dependencies?: {
                    spec?: {
                        ref: {
                            kind: "openapi";
                            spec: string;
                        };
                    };
                };
                props?: {
                    doc?: string;
                };
                type: string;
            };
            computedSeed?: string;
            git?: {
                oid: string;
                path: string;
            };
            document?: string;
            id: string;
            title: string;
        }[];
    }>>;
    readonly listPagesInRevisionById: Operation<"/v1/spaces/{spaceId}/revisions/{revisionId}/pages", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TObject<{
        pages: typebox.TArray<typebox.TUnsafe<Page$1>>;
    }>>;
    readonly listFilesInRevisionById: Operation<"/v1/spaces/{spaceId}/revisions/{revisionId}/files", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        dimensions?: {
            width: number;
            height: number;
        };
        git?: {
            oid: string;
            path: string;
        };
        id: string;
        name: string;
        contentType: string;
        downloadURL: string;
        size: number;
    }>>>;
    readonly getFileInRevisionById: Operation<"/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TUnsafe<{
        dimensions?: {
            width: number;
            height: number;
        };
        git?: {
            oid: string;
            path: string;
        };
        id: string;
        name: string;
        contentType: string;
        downloadURL: string;
        size: number;
    }>>;
    readonly getPageInRevisionById: Operation<"/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
        evaluated: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TUnsafe<Page$1>>;
    readonly getPageInRevisionByPath: Operation<"/v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
        evaluated: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TUnsafe<Page$1>>;
    readonly getReusableContentInRevisionById: Operation<"/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
    }>, null, typebox.TUnsafe<{
        markdown?: string;
        computed?: {
            dependencies?: {
                spec?: {
                    ref: {
                        kind: "openapi";
                        spec: string;
                    };
                };
            };
            props?: {
                doc?: string;
            };
            type: string;
        };
        computedSeed?: string;
        git?: {
            oid: string;
            path: string;
        };
        document?: string;
        id: string;
        title: string;
    }>>;
    readonly getPageInChangeRequestByPath: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
        evaluated: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TUnsafe<Page$1>>;
    readonly getReusableContentInChangeRequestById: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
    }>, null, typebox.TUnsafe<{
        markdown?: string;
        computed?: {
            dependencies?: {
                spec?: {
                    ref: {
                        kind: "openapi";
                        spec: string;
                    };
                };
            };
            props?: {
                doc?: string;
            };
            type: string;
        };
        computedSeed?: string;
        git?: {
            oid: string;
            path: string;
        };
        document?: string;
        id: string;
        title: string;
    }>>;
    readonly getRevisionSemanticChanges: Operation<"/v1/spaces/{spaceId}/revisions/{revisionId}/changes", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TObject<{
        revision: typebox.TOptional<typebox.TObject<{
            id: typebox.TString;
            parents: typebox.TArray<typebox.TString>;
            type: typebox.TUnsafe<"merge" | "computed" | "edits" | "rollback" | "update">;
            createdAt: typebox.TString;
        }>>;
        mergedFrom: typebox.TOptional<typebox.TUnsafe<{
            revisionMergedAncestor?: string;
            revisionMerged?: string;
            number: number;
            object: "change-request";
            status: "draft" | "open" | "archived" | "merged";
            id: string;
            urls: {
                location: string;
                app: string;
            };
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            subject: string;
            createdBy: {
                email?: string;
                photoURL?: string;
                object: "user";
                id: string;
                urls: {
                    location: string;
                };
                displayName: string;
            };
            revisionInitial: string;
            outdated: boolean;
        }>>;
        changes: typebox.TArray<typebox.TUnsafe<{
            type: "page_created";
            page: {
                path?: string;
                id: string;
                title: string;
                type: string;
            };
        } | {
            type: "page_edited";
            page: {
                path?: string;
                id: string;
                title: string;
                type: string;
            };
            attributes: Record<string, {
                before?: unknown;
                after?: unknown;
            }>;
        } | {
            type: "page_deleted";
            page: {
                path?: string;
                id: string;
                title: string;
                type: string;
            };
        } | {
            type: "page_moved";
            parent: {
                before?: {
                    path?: string;
                    id: string;
                    title: string;
                    type: string;
                };
                after?: {
                    path?: string;
                    id: string;
                    title: string;
                    type: string;
                };
            };
            page: {
                path?: string;
                id: string;
                title: string;
                type: string;
            };
        } | {
            type: "file_created";
            file: {
                id: string;
                name: string;
                contentType: string;
                downloadURL: string;
            };
        } | {
            type: "file_edited";
            file: {
                id: string;
                name: string;
                contentType: string;
                downloadURL: string;
            };
            attributes: Record<string, {
                before?: unknown;
                after?: unknown;
            }>;
        } | {
            type: "file_deleted";
            file: {
                id: string;
                name: string;
                contentType: string;
                downloadURL: string;
            };
        } | {
            type: "variables_edited";
            variables: Record<string, {
                before?: unknown;
                after?: unknown;
            }>;
        } | {
            type: "reusable_content_created";
            reusableContent: {
                document?: string;
                id: string;
                title: string;
            };
        } | {
            type: "reusable_content_edited";
            reusableContent: {
                document?: string;
                id: string;
                title: string;
            };
            attributes: Record<string, {
                before?: unknown;
                after?: unknown;
            }>;
        } | {
            type: "reusable_content_deleted";
            reusableContent: {
                document?: string;
                id: string;
                title: string;
            };
        }>>;
        more: typebox.TOptional<typebox.TNumber>;
    }>>;
    readonly getChangeRequestChanges: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TObject<{
        revision: typebox.TOptional<typebox.TObject<{
            id: typebox.TString;
            parents: typebox.TArray<typebox.TString>;
            type: typebox.TUnsafe<"merge" | "computed" | "edits" | "rollback" | "update">;
            createdAt: typebox.TString;
        }>>;
        mergedFrom: typebox.TOptional<typebox.TUnsafe<{
            revisionMergedAncestor?: string;
            revisionMerged?: string;
            number: number;
            object: "change-request";
            status: "draft" | "open" | "archived" | "merged";
            id: string;
            urls: {
                location: string;
                app: string;
            };
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            subject: string;
            createdBy: {
                email?: string;
                photoURL?: string;
                object: "user";
                id: string;
                urls: {
                    location: string;
                };
                displayName: string;
            };
            revisionInitial: string;
            outdated: boolean;
        }>>;
        changes: typebox.TArray<typebox.TUnsafe<{
            type: "page_created";
            page: {
                path?: string;
                id: string;
                title: string;
                type: string;
            };
        } | {
            type: "page_edited";
            page: {
                path?: string;
                id: string;
                title: string;
                type: string;
            };
            attributes: Record<string, {
                before?: unknown;
                after?: unknown;
            }>;
        } | {
            type: "page_deleted";
            page: {
                path?: string;
                id: string;
                title: string;
                type: string;
            };
        } | {
            type: "page_moved";
            parent: {
                before?: {
                    path?: string;
                    id: string;
                    title: string;
                    type: string;
                };
                after?: {
                    path?: string;
                    id: string;
                    title: string;
                    type: string;
                };
            };
            page: {
                path?: string;
                id: string;
                title: string;
                type: string;
            };
        } | {
            type: "file_created";
            file: {
                id: string;
                name: string;
                contentType: string;
                downloadURL: string;
            };
        } | {
            type: "file_edited";
            file: {
                id: string;
                name: string;
                contentType: string;
                downloadURL: string;
            };
            attributes: Record<string, {
                before?: unknown;
                after?: unknown;
            }>;
        } | {
            type: "file_deleted";
            file: {
                id: string;
                name: string;
                contentType: string;
                downloadURL: string;
            };
        } | {
            type: "variables_edited";
            variables: Record<string, {
                before?: unknown;
                after?: unknown;
            }>;
        } | {
            type: "reusable_content_created";
            reusableContent: {
                document?: string;
                id: string;
                title: string;
            };
        } | {
            type: "reusable_content_edited";
            reusableContent: {
                document?: string;
                id: string;
                title: string;
            };
            attributes: Record<string, {
                before?: unknown;
                after?: unknown;
            }>;
        } | {
            type: "reusable_content_deleted";
            reusableContent: {
                document?: string;
                id: string;
                title: string;
            };
        }>>;
        more: typebox.TOptional<typebox.TNumber>;
    }>>;
    readonly updateContentInChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content", typebox.TObject<{
        compat: typebox.TOptional<typebox.TBoolean>;
    }>, typebox.TObject<{
        changes: typebox.TArray<typebox.TUnsafe<{
            title?: string;
            description?: string | null;
            emoji?: string | null;
            icon?: string | null;
            hidden?: boolean;
            document?: {
                markdown: string;
            };
            slug?: string;
            condition?: string | null;
            noIndex?: boolean;
            noRobotsIndex?: boolean;
            into?: string | null;
            at?: number;
            type: "update_page";
            page: string;
        } | {
            title?: string;
            description?: string | null;
            emoji?: string | null;
            icon?: string | null;
            hidden?: boolean;
            ref?: string;
            slug?: string;
            condition?: string | null;
            noIndex?: boolean;
            noRobotsIndex?: boolean;
            into?: string | null;
            at?: number;
            type: "insert_page";
            document: {
                markdown: string;
            };
        } | {
            type: "delete_page";
            page: string;
        } | {
            type: "insert_files";
            files: {
                url?: string;
                ref?: string;
                base64?: string;
                name: string;
                contentType: string;
            }[];
        }>>;
    }>, typebox.TObject<{
        changeRequest: typebox.TUnsafe<{
            revisionMergedAncestor?: string;
            revisionMerged?: string;
            number: number;
            object: "change-request";
            status: "draft" | "open" | "archived" | "merged";
            id: string;
            urls: {
                location: string;
                app: string;
            };
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            subject: string;
            createdBy: {
                email?: string;
                photoURL?: string;
                object: "user";
                id: string;
                urls: {
                    location: string;
                };
                displayName: string;
            };
            revisionInitial: string;
            outdated: boolean;
        }>;
        changes: typebox.TArray<typebox.TObject<{
            object: typebox.TUnsafe<"created_page" | "updated_page" | "deleted_page">;
            page: typebox.TObject<{
                id: typebox.TString;
                urls: typebox.TObject<{
                    location: typebox.TString;
                }>;
            }>;
            ref: typebox.TOptional<typebox.TString>;
        }>>;
        insertedFiles: typebox.TOptional<typebox.TArray<typebox.TObject<{
            id: typebox.TString;
            name: typebox.TString;
            ref: typebox.TOptional<typebox.TString>;
            downloadURL: typebox.TOptional<typebox.TString>;
        }>>>;
    }>>;
    readonly importContentInChangeRequestPageById: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/import", typebox.TObject<{}>, typebox.TObject<{
        url: typebox.TString;
        source: typebox.TUnsafe<"markdown" | "html" | "website" | "docx" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs">;
    }>, typebox.TObject<{
        revision: typebox.TString;
        importedResources: typebox.TNumber;
        totalResources: typebox.TNumber;
    }>>;
    readonly listSpacesInOrganizationById: Operation<"/v1/orgs/{organizationId}/spaces", typebox.TObject<{
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        parent?: string;
        deletedAt?: string;
        editMode?: "live" | "locked";
        gitSync?: {
            integration?: string;
            updatedAt?: string;
            repoName?: string;
            installationProvider?: "github" | "gitlab" | "github-legacy";
            url?: string;
        };
        visitorAuth?: {
            integration?: string;
            backend: "integration" | "custom";
        };
        object: "space";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            public?: string;
            published?: string;
            icon?: string;
            location: string;
            app: string;
        };
        permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
        emoji: string;
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
        createdAt: string;
        updatedAt: string;
        revision: string;
        comments: number;
        changeRequests: number;
        changeRequestsOpen: number;
        changeRequestsDraft: number;
    }>>>;
    readonly createSpace: Operation<"/v1/orgs/{organizationId}/spaces", typebox.TObject<{}>, typebox.TObject<{
        title: typebox.TOptional<typebox.TString>;
        emoji: typebox.TOptional<typebox.TString>;
        parent: typebox.TOptional<typebox.TString>;
        editMode: typebox.TOptional<typebox.TUnsafe<"live" | "locked">>;
    }>, typebox.TUnsafe<{
        parent?: string;
        deletedAt?: string;
        editMode?: "live" | "locked";
        gitSync?: {
            integration?: string;
            updatedAt?: string;
            repoName?: string;
            installationProvider?: "github" | "gitlab" | "github-legacy";
            url?: string;
        };
        visitorAuth?: {
            integration?: string;
            backend: "integration" | "custom";
        };
        object: "space";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            public?: string;
            published?: string;
            icon?: string;
            location: string;
            app: string;
        };
        permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
        emoji: string;
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
        createdAt: string;
        updatedAt: string;
        revision: string;
        comments: number;
        changeRequests: number;
        changeRequestsOpen: number;
        changeRequestsDraft: number;
    }>>;
    readonly getAuthenticatedUser: Operation<"/v1/user", typebox.TObject<{}>, null, typebox.TUnsafe<{
        email?: string;
        photoURL?: string;
        object: "user";
        id: string;
        urls: {
            location: string;
        };
        displayName: string;
    }>>;
    readonly listIntegrations: Operation<"/v1/integrations", typebox.TObject<{
        search: typebox.TOptional<typebox.TString>;
        category: typebox.TOptional<typebox.TUnsafe<"visitor-auth" | "other" | "analytics" | "collaboration" | "content" | "gitsync" | "marketing">>;
        blockDomain: typebox.TOptional<typebox.TString>;
        blocks: typebox.TOptional<typebox.TBoolean>;
        contentSources: typebox.TOptional<typebox.TBoolean>;
        owner: typebox.TOptional<typebox.TString>;
        scope: typebox.TOptional<typebox.TUnsafe<"space:views:read" | "space:content:read" | "space:content:write" | "space:metadata:read" | "space:metadata:write" | "space:script:inject" | "space:script:cookies" | "space:git:sync" | "space:visitor:auth" | "site:metadata:read" | "site:views:read" | "site:script:inject" | "site:script:cookies" | "site:visitor:auth" | "site:adaptive:read" | "site:adaptive:write" | "openapi:read" | "openapi:write" | "conversations:ingest">>;
        target: typebox.TOptional<typebox.TUnsafe<"organization" | "space" | "site" | "all">>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        summary?: string;
        description?: string;
        contentSecurityPolicy?: string | Partial<Record<"base-uri" | "block-all-mixed-content" | "child-src" | "connect-src" | "default-src" | "font-src" | "form-action" | "frame-ancestors" | "frame-src" | "img-src" | "manifest-src" | "media-src" | "navigate-to" | "object-src" | "plugin-types" | "prefetch-src" | "referrer" | "report-to" | "report-uri" | "require-sri-for" | "require-trusted-types-for" | "sandbox" | "script-src" | "script-src-attr" | "script-src-elem" | "style-src" | "style-src-attr" | "style-src-elem" | "trusted-types" | "upgrade-insecure-requests" | "worker-src", string>>;
        blocks?: {
            markdown?: {
                body: string;
                codeblock: string;
            };
            description?: string;
            icon?: string;
            urlUnfurl?: string[];
            id: string;
            title: string;
        }[];
        contentSources?: {
            description?: string;
            icon?: string;
            id: string;
            title: string;
            configuration: {
                componentId: string;
            };
        }[];
        configurations?: {
            space?: {
                componentId: string;
            } | {
                required?: string[];
                properties: Record<string, {
                    title?: string;
                    description?: string;
                    default?: string | number | boolean;
                    completion_url?: string;
                    enum?: string[];
                    callback_url?: string;
                    button_text?: string;
                    type: "string" | "number" | "boolean" | "button";
                }>;
            };
            site?: {
                componentId: string;
            } | {
                required?: string[];
                properties: Record<string, {
                    title?: string;
                    description?: string;
                    default?: string | number | boolean;
                    completion_url?: string;
                    enum?: string[];
                    callback_url?: string;
                    button_text?: string;
                    type: "string" | "number" | "boolean" | "button";
                }>;
            };
            account?: {
                componentId: string;
            } | {
                required?: string[];
                properties: Record<string, {
                    title?: string;
                    description?: string;
                    default?: string | number | boolean;
                    completion_url?: string;
                    enum?: string[];
                    callback_url?: string;
                    button_text?: string;
                    type: "string" | "number" | "boolean" | "button";
                }>;
            };
        };
        object: "integration";
        title: string;
        urls: {
            icon?: string;
            location: string;
            app: string;
            assets: string;
            publicEndpoint: string;
        };
        permissions: Record<"admin" | "install", boolean>;
        visibility: "public" | "unlisted" | "private";
        target: "organization" | "space" | "site" | "all";
        name: string;
        externalLinks: {
            url: string;
            label: string;
        }[];
        owner: {
            hostname?: string;
            useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
            communityType?: "nonProfit" | "openSource" | "education";
            defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
            defaultContent?: {
                site: string;
                type: "site";
            };
            sso?: boolean;
            ai?: boolean;
            billing?: {
                endDate?: string;
                pricing?: Record<string, unknown>;
                interval: "monthly" | "yearly";
                hasPaymentFailed: boolean;
                isScheduledToCancel: boolean;
            };
            customHostname?: string;
            blocked?: {
                reason: "security";
            };
            internal_isOnNewTrial?: boolean;
            internal_billingMigration?: {
                deadline?: string;
                discountPercent?: number;
                discountEndDate?: string;
            };
            object: "organization";
            id: string;
            title: string;
            type: "business" | "community";
            urls: {
                logo?: string;
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
            createdAt: string;
            emailDomains: string[];
            inviteLinks: boolean;
            plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
            trial: {
                endDate?: string;
                decision?: "downgrade";
                status: "none" | "notapplicable" | "active" | "ended" | "expired";
            };
        };
        version: number;
        previewImages: string[];
        verified: boolean;
        scopes: ("space:views:read" | "space:content:read" | "space:content:write" | "space:metadata:read" | "space:metadata:write" | "space:script:inject" | "space:script:cookies" | "space:git:sync" | "space:visitor:auth" | "site:metadata:read" | "site:views:read" | "site:script:inject" | "site:script:cookies" | "site:visitor:auth" | "site:adaptive:read" | "site:adaptive:write" | "openapi:read" | "openapi:write" | "conversations:ingest")[];
        categories: ("visitor-auth" | "other" | "analytics" | "collaboration" | "content" | "gitsync" | "marketing")[];
    }>>>;
    readonly getIntegrationByName: Operation<"/v1/integrations/{integrationName}", typebox.TObject<{}>, null, typebox.TUnsafe<{
        summary?: string;
        description?: string;
        contentSecurityPolicy?: string | Partial<Record<"base-uri" | "block-all-mixed-content" | "child-src" | "connect-src" | "default-src" | "font-src" | "form-action" | "frame-ancestors" | "frame-src" | "img-src" | "manifest-src" | "media-src" | "navigate-to" | "object-src" | "plugin-types" | "prefetch-src" | "referrer" | "report-to" | "report-uri" | "require-sri-for" | "require-trusted-types-for" | "sandbox" | "script-src" | "script-src-attr" | "script-src-elem" | "style-src" | "style-src-attr" | "style-src-elem" | "trusted-types" | "upgrade-insecure-requests" | "worker-src", string>>;
        blocks?: {
            markdown?: {
                body: string;
                codeblock: string;
            };
            description?: string;
            icon?: string;
            urlUnfurl?: string[];
            id: string;
            title: string;
        }[];
        contentSources?: {
            description?: string;
            icon?: string;
            id: string;
            title: string;
            configuration: {
                componentId: string;
            };
        }[];
        configurations?: {
            space?: {
                componentId: string;
            } | {
                required?: string[];
                properties: Record<string, {
                    title?: string;
                    description?: string;
                    default?: string | number | boolean;
                    completion_url?: string;
                    enum?: string[];
                    callback_url?: string;
                    button_text?: string;
                    type: "string" | "number" | "boolean" | "button";
                }>;
            };
            site?: {
                componentId: string;
            } | {
                required?: string[];
                properties: Record<string, {
                    title?: string;
                    description?: string;
                    default?: string | number | boolean;
                    completion_url?: string;
                    enum?: string[];
                    callback_url?: string;
                    button_text?: string;
                    type: "string" | "number" | "boolean" | "button";
                }>;
            };
            account?: {
                componentId: string;
            } | {
                required?: string[];
                properties: Record<string, {
                    title?: string;
                    description?: string;
                    default?: string | number | boolean;
                    completion_url?: string;
                    enum?: string[];
                    callback_url?: string;
                    button_text?: string;
                    type: "string" | "number" | "boolean" | "button";
                }>;
            };
        };
        object: "integration";
        title: string;
        urls: {
            icon?: string;
            location: string;
            app: string;
            assets: string;
            publicEndpoint: string;
        };
        permissions: Record<"admin" | "install", boolean>;
        visibility: "public" | "unlisted" | "private";
        target: "organization" | "space" | "site" | "all";
        name: string;
        externalLinks: {
            url: string;
            label: string;
        }[];
        owner: {
            hostname?: string;
            useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
            communityType?: "nonProfit" | "openSource" | "education";
            defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
            defaultContent?: {
                site: string;
                type: "site";
            };
            sso?: boolean;
            ai?: boolean;
            billing?: {
                endDate?: string;
                pricing?: Record<string, unknown>;
                interval: "monthly" | "yearly";
                hasPaymentFailed: boolean;
                isScheduledToCancel: boolean;
            };
            customHostname?: string;
            blocked?: {
                reason: "security";
            };
            internal_isOnNewTrial?: boolean;
            internal_billingMigration?: {
                deadline?: string;
                discountPercent?: number;
                discountEndDate?: string;
            };
            object: "organization";
            id: string;
            title: string;
            type: "business" | "community";
            urls: {
                logo?: string;
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
            createdAt: string;
            emailDomains: string[];
            inviteLinks: boolean;
            plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
            trial: {
                endDate?: string;
                decision?: "downgrade";
                status: "none" | "notapplicable" | "active" | "ended" | "expired";
            };
        };
        version: number;
        previewImages: string[];
        verified: boolean;
        scopes: ("space:views:read" | "space:content:read" | "space:content:write" | "space:metadata:read" | "space:metadata:write" | "space:script:inject" | "space:script:cookies" | "space:git:sync" | "space:visitor:auth" | "site:metadata:read" | "site:views:read" | "site:script:inject" | "site:script:cookies" | "site:visitor:auth" | "site:adaptive:read" | "site:adaptive:write" | "openapi:read" | "openapi:write" | "conversations:ingest")[];
        categories: ("visitor-auth" | "other" | "analytics" | "collaboration" | "content" | "gitsync" | "marketing")[];
    }>>;
    readonly publishIntegration: Operation<"/v1/integrations/{integrationName}", typebox.TObject<{}>, typebox.TObject<{
        runtime: typebox.TOptional<typebox.TUnsafe<"v1" | "v2">>;
        icon: typebox.TOptional<typebox.TString>;
        title: typebox.TString;
        description: typebox.TString;
        summary: typebox.TOptional<typebox.TString>;
        previewImages: typebox.TOptional<typebox.TArray<typebox.TString>>;
        visibility: typebox.TOptional<typebox.TUnsafe<"public" | "unlisted" | "private">>;
        target: typebox.TOptional<typebox.TUnsafe<"organization" | "space" | "site" | "all">>;
        scopes: typebox.TArray<typebox.TUnsafe<"space:views:read" | "space:content:read" | "space:content:write" | "space:metadata:read" | "space:metadata:write" | "space:script:inject" | "space:script:cookies" | "space:git:sync" | "space:visitor:auth" | "site:metadata:read" | "site:views:read" | "site:script:inject" | "site:script:cookies" | "site:visitor:auth" | "site:adaptive:read" | "site:adaptive:write" | "openapi:read" | "openapi:write" | "conversations:ingest">>;
        categories: typebox.TOptional<typebox.TArray<typebox.TUnsafe<"visitor-auth" | "other" | "analytics" | "collaboration" | "content" | "gitsync" | "marketing">>>;
        blocks: typebox.TOptional<typebox.TArray<typebox.TObject<{
            id: typebox.TString;
            title: typebox.TString;
            description: typebox.TOptional<typebox.TString>;
            icon: typebox.TOptional<typebox.TString>;
            urlUnfurl: typebox.TOptional<typebox.TArray<typebox.TString>>;
            markdown: typebox.TOptional<typebox.TObject<{
                codeblock: typebox.TString;
                body: typebox.TString;
            }>>;
        }>>>;
        contentSources: typebox.TOptional<typebox.TArray<typebox.TObject<{
            id: typebox.TString;
            title: typebox.TString;
            description: typebox.TOptional<typebox.TString>;
            icon: typebox.TOptional<typebox.TString>;
            configuration: typebox.TObject<{
                componentId: typebox.TString;
            }>;
        }>>>;
        externalLinks: typebox.TOptional<typebox.TArray<typebox.TObject<{
            url: typebox.TString;
            label: typebox.TString;
        }>>>;
        configurations: typebox.TOptional<typebox.TObject<{
            account: typebox.TOptional<typebox.TUnion<[typebox.TObject<{
                properties: typebox.TUnsafe<Record<string, {
                    title?: string;
                    description?: string;
                    default?: string | number | boolean;
                    completion_url?: string;
                    enum?: string[];
                    callback_url?: string;
                    button_text?: string;
                    type: "string" | "number" | "boolean" | "button";
                }>>;
                required: typebox.TOptional<typebox.TArray<typebox.TString>>;
            }>, typebox.TObject<{
                componentId: typebox.TString;
            }>]>>;
            space: typebox.TOptional<typebox.TUnion<[typebox.TObject<{
                properties: typebox.TUnsafe<Record<string, {
                    title?: string;
                    description?: string;
                    default?: string | number | boolean;
                    completion_url?: string;
                    enum?: string[];
                    callback_url?: string;
                    button_text?: string;
                    type: "string" | "number" | "boolean" | "button";
                }>>;
                required: typebox.TOptional<typebox.TArray<typebox.TString>>;
            }>, typebox.TObject<{
                componentId: typebox.TString;
            }>]>>;
            site: typebox.TOptional<typebox.TUnion<[typebox.TObject<{
                properties: typebox.TUnsafe<Record<string, {
                    title?: string;
                    description?: string;
                    default?: string | number | boolean;
                    completion_url?: string;
                    enum?: string[];
                    callback_url?: string;
                    button_text?: string;
                    type: "string" | "number" | "boolean" | "button";
                }>>;
                required: typebox.TOptional<typebox.TArray<typebox.TString>>;
            }>, typebox.TObject<{
                componentId: typebox.TString;
            }>]>>;
        }>>;
        script: typebox.TString;
        organization: typebox.TString;
        secrets: typebox.TOptional<typebox.TUnsafe<Record<string, string>>>;
        contentSecurityPolicy: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TUnsafe<Partial<Record<"base-uri" | "block-all-mixed-content" | "child-src" | "connect-src" | "default-src" | "font-src" | "form-action" | "frame-ancestors" | "frame-src" | "img-src" | "manifest-src" | "media-src" | "navigate-to" | "object-src" | "plugin-types" | "prefetch-src" | "referrer" | "report-to" | "report-uri" | "require-sri-for" | "require-trusted-types-for" | "sandbox" | "script-src" | "script-src-attr" | "script-src-elem" | "style-src" | "style-src-attr" | "style-src-elem" | "trusted-types" | "upgrade-insecure-requests" | "worker-src", string>>>]>>;
    }>, typebox.TUnsafe<{
        summary?: string;
        description?: string;
        contentSecurityPolicy?: string | Partial<Record<"base-uri" | "block-all-mixed-content" | "child-src" | "connect-src" | "default-src" | "font-src" | "form-action" | "frame-ancestors" | "frame-src" | "img-src" | "manifest-src" | "media-src" | "navigate-to" | "object-src" | "plugin-types" | "prefetch-src" | "referrer" | "report-to" | "report-uri" | "require-sri-for" | "require-trusted-types-for" | "sandbox" | "script-src" | "script-src-attr" | "script-src-elem" | "style-src" | "style-src-attr" | "style-src-elem" | "trusted-types" | "upgrade-insecure-requests" | "worker-src", string>>;
        blocks?: {
            markdown?: {
                body: string;
                codeblock: string;
            };
            description?: string;
            icon?: string;
            urlUnfurl?: string[];
            id: string;
            title: string;
        }[];
        contentSources?: {
            description?: string;
            icon?: string;
            id: string;
            title: string;
            configuration: {
                componentId: string;
            };
        }[];
        configurations?: {
            space?: {
                componentId: string;
            } | {
                required?: string[];
                properties: Record<string, {
                    title?: string;
                    description?: string;
                    default?: string | number | boolean;
                    completion_url?: string;
                    enum?: string[];
                    callback_url?: string;
                    button_text?: string;
                    type: "string" | "number" | "boolean" | "button";
                }>;
            };
            site?: {
                componentId: string;
            } | {
                required?: string[];
                properties: Record<string, {
                    title?: string;
                    description?: string;
                    default?: string | number | boolean;
                    completion_url?: string;
                    enum?: string[];
                    callback_url?: string;
                    button_text?: string;
                    type: "string" | "number" | "boolean" | "button";
                }>;
            };
            account?: {
                componentId: string;
            } | {
                required?: string[];
                properties: Record<string, {
                    title?: string;
                    description?: string;
                    default?: string | number | boolean;
                    completion_url?: string;
                    enum?: string[];
                    callback_url?: string;
                    button_text?: string;
                    type: "string" | "number" | "boolean" | "button";
                }>;
            };
        };
        object: "integration";
        title: string;
        urls: {
            icon?: string;
            location: string;
            app: string;
            assets: string;
            publicEndpoint: string;
        };
        permissions: Record<"admin" | "install", boolean>;
        visibility: "public" | "unlisted" | "private";
        target: "organization" | "space" | "site" | "all";
        name: string;
        externalLinks: {
            url: string;
            label: string;
        }[];
        owner: {
            hostname?: string;
            useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
            communityType?: "nonProfit" | "openSource" | "education";
            defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
            defaultContent?: {
                site: string;
                type: "site";
            };
            sso?: boolean;
            ai?: boolean;
            billing?: {
                endDate?: string;
                pricing?: Record<string, unknown>;
                interval: "monthly" | "yearly";
                hasPaymentFailed: boolean;
                isScheduledToCancel: boolean;
            };
            customHostname?: string;
            blocked?: {
                reason: "security";
            };
            internal_isOnNewTrial?: boolean;
            internal_billingMigration?: {
                deadline?: string;
                discountPercent?: number;
                discountEndDate?: string;
            };
            object: "organization";
            id: string;
            title: string;
            type: "business" | "community";
            urls: {
                logo?: string;
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
            createdAt: string;
            emailDomains: string[];
            inviteLinks: boolean;
            plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
            trial: {
                endDate?: string;
                decision?: "downgrade";
                status: "none" | "notapplicable" | "active" | "ended" | "expired";
            };
        };
        version: number;
        previewImages: string[];
        verified: boolean;
        scopes: ("space:views:read" | "space:content:read" | "space:content:write" | "space:metadata:read" | "space:metadata:write" | "space:script:inject" | "space:script:cookies" | "space:git:sync" | "space:visitor:auth" | "site:metadata:read" | "site:views:read" | "site:script:inject" | "site:script:cookies" | "site:visitor:auth" | "site:adaptive:read" | "site:adaptive:write" | "openapi:read" | "openapi:write" | "conversations:ingest")[];
        categories: ("visitor-auth" | "other" | "analytics" | "collaboration" | "content" | "gitsync" | "marketing")[];
    }>>;
    readonly unpublishIntegration: Operation<"/v1/integrations/{integrationName}", typebox.TObject<{}>, null, null>;
    readonly listIntegrationInstallations: Operation<"/v1/integrations/{integrationName}/installations", typebox.TObject<{
        externalId: typebox.TOptional<typebox.TString>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        status: "pending" | "active" | "paused";
        id: string;
        urls: {
            location: string;
            app: string;
            publicEndpoint: string;
        };
        createdAt: string;
        updatedAt: string;
        target: {
            organization: string;
        };
        spaces: number;
        configuration: Record<string, unknown>;
        space_selection: "all" | "selected";
        site_selection: "all" | "selected";
        externalIds: string[];
    }>>>;
    readonly listTranslations: Operation<"/v1/orgs/{organizationId}/translations", typebox.TObject<{
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        result?: {
            space: string;
            revision: string;
        };
        status?: "pending" | "running" | "completed";
        source?: {
            space: string;
            language: "id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
        };
        stats?: Record<string, number>;
        language?: "id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
        instructions?: Record<string, unknown>;
        object: "translation-settings";
        id: string;
        title: string;
        urls: {
            location: string;
        };
        permissions: Record<"view" | "edit", boolean>;
        createdAt: string;
        updatedAt: string;
        languages: ("id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl")[];
    }>>>;
    readonly createTranslation: Operation<"/v1/orgs/{organizationId}/translations", typebox.TObject<{}>, typebox.TObject<{
        title: typebox.TString;
        languages: typebox.TOptional<typebox.TArray<typebox.TUnsafe<"id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl">>>;
        source: typebox.TOptional<typebox.TObject<{
            space: typebox.TString;
            language: typebox.TUnsafe<"id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl">;
        }>>;
        language: typebox.TOptional<typebox.TUnsafe<"id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl">>;
        instructions: typebox.TOptional<typebox.TUnsafe<Record<string, unknown>>>;
    }>, typebox.TUnsafe<{
        result?: {
            space: string;
            revision: string;
        };
        status?: "pending" | "running" | "completed";
        source?: {
            space: string;
            language: "id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
        };
        stats?: Record<string, number>;
        language?: "id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
        instructions?: Record<string, unknown>;
        object: "translation-settings";
        id: string;
        title: string;
        urls: {
            location: string;
        };
        permissions: Record<"view" | "edit", boolean>;
        createdAt: string;
        updatedAt: string;
        languages: ("id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl")[];
    }>>;
    readonly getTranslation: Operation<"/v1/orgs/{organizationId}/translations/{translationSettingsId}", typebox.TObject<{}>, null, typebox.TUnsafe<{
        result?: {
            space: string;
            revision: string;
        };
        status?: "pending" | "running" | "completed";
        source?: {
            space: string;
            language: "id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
        };
        stats?: Record<string, number>;
        language?: "id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
        instructions?: Record<string, unknown>;
        object: "translation-settings";
        id: string;
        title: string;
        urls: {
            location: string;
        };
        permissions: Record<"view" | "edit", boolean>;
        createdAt: string;
        updatedAt: string;
        languages: ("id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl")[];
    }>>;
    readonly updateTranslation: Operation<"/v1/orgs/{organizationId}/translations/{translationSettingsId}", typebox.TObject<{}>, typebox.TObject<{
        title: typebox.TString;
        languages: typebox.TOptional<typebox.TArray<typebox.TUnsafe<"id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl">>>;
        instructions: typebox.TOptional<typebox.TUnsafe<Record<string, unknown>>>;
    }>, typebox.TUnsafe<{
        result?: {
            space: string;
            revision: string;
        };
        status?: "pending" | "running" | "completed";
        source?: {
            space: string;
            language: "id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
        };
        stats?: Record<string, number>;
        language?: "id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
        instructions?: Record<string, unknown>;
        object: "translation-settings";
        id: string;
        title: string;
        urls: {
            location: string;
        };
        permissions: Record<"view" | "edit", boolean>;
        createdAt: string;
        updatedAt: string;
        languages: ("id" | "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "it" | "pt" | "ru" | "ko" | "ar" | "hi" | "pl" | "tr" | "sv" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl")[];
    }>>;
    readonly deleteTranslation: Operation<"/v1/orgs/{organizationId}/translations/{translationSettingsId}", typebox.TObject<{}>, null, null>;
    readonly listOpenAPISpecs: Operation<"/v1/orgs/{organizationId}/openapi", typebox.TObject<{
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        visibility?: "public" | "private";
        sourceURL?: string;
        lastVersion?: string;
        lastProcessedAt?: string;
        lastProcessErrorCode?: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
        object: "openapi-spec";
        id: string;
        urls: {
            published?: string;
            location: string;
            app: string;
        };
        permissions: Record<"view" | "edit", boolean>;
        createdAt: string;
        updatedAt: string;
        slug: string;
        processingState: "pending" | "progress" | "complete";
    }>>>;
    readonly createOpenAPISpec: Operation<"/v1/orgs/{organizationId}/openapi", typebox.TObject<{}>, typebox.TObject<{
        slug: typebox.TString;
        source: typebox.TUnion<[typebox.TObject<{
            url: typebox.TString;
        }>, typebox.TObject<{
            text: typebox.TString;
        }>]>;
    }>, typebox.TUnsafe<{
        visibility?: "public" | "private";
        sourceURL?: string;
        lastVersion?: string;
        lastProcessedAt?: string;
        lastProcessErrorCode?: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
        object: "openapi-spec";
        id: string;
        urls: {
            published?: string;
            location: string;
            app: string;
        };
        permissions: Record<"view" | "edit", boolean>;
        createdAt: string;
        updatedAt: string;
        slug: string;
        processingState: "pending" | "progress" | "complete";
    }>>;
    readonly getOpenAPISpecBySlug: Operation<"/v1/orgs/{organizationId}/openapi/{specSlug}", typebox.TObject<{}>, null, typebox.TUnsafe<{
        visibility?: "public" | "private";
        sourceURL?: string;
        lastVersion?: string;
        lastProcessedAt?: string;
        lastProcessErrorCode?: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
        object: "openapi-spec";
        id: string;
        urls: {
            published?: string;
            location: string;
            app: string;
        };
        permissions: Record<"view" | "edit", boolean>;
        createdAt: string;
        updatedAt: string;
        slug: string;
        processingState: "pending" | "progress" | "complete";
    }>>;
    readonly createOrUpdateOpenAPISpecBySlug: Operation<"/v1/orgs/{organizationId}/openapi/{specSlug}", typebox.TObject<{}>, typebox.TObject<{
        source: typebox.TUnion<[typebox.TObject<{
            url: typebox.TString;
        }>, typebox.TObject<{
            text: typebox.TString;
        }>]>;
    }>, typebox.TUnsafe<{
        visibility?: "public" | "private";
        sourceURL?: string;
        lastVersion?: string;
        lastProcessedAt?: string;
        lastProcessErrorCode?: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
        object: "openapi-spec";
        id: string;
        urls: {
            published?: string;
            location: string;
            app: string;
        };
        permissions: Record<"view" | "edit", boolean>;
        createdAt: string;
        updatedAt: string;
        slug: string;
        processingState: "pending" | "progress" | "complete";
    }>>;
    readonly deleteOpenAPISpecBySlug: Operation<"/v1/orgs/{organizationId}/openapi/{specSlug}", typebox.TObject<{}>, null, null>;
    readonly listSAMLProvidersInOrganizationById: Operation<"/v1/orgs/{organizationId}/saml", typebox.TObject<{
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        status?: "pending" | "active";
        ssoURL?: string;
        entityID?: string;
        certificate?: string;
        defaultTeam?: {
            object: "team";
            id: string;
            title: string;
            permissions: Record<"view" | "admin", boolean>;
            createdAt: string;
            spaces: number;
            members: number;
        };
        object: "saml-provider";
        id: string;
        urls: {
            location: string;
        };
        createdAt: string;
        defaultRole: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        label: string;
        service: {
            entityID: string;
            acsURL: string;
            startURL: string;
        };
    }>>>;
    readonly createOrganizationSAMLProvider: Operation<"/v1/orgs/{organizationId}/saml", typebox.TObject<{}>, typebox.TObject<{
        entityID: typebox.TOptional<typebox.TString>;
        certificate: typebox.TOptional<typebox.TString>;
        ssoURL: typebox.TOptional<typebox.TString>;
        defaultTeam: typebox.TOptional<typebox.TString>;
        defaultRole: typebox.TOptional<typebox.TUnion<[typebox.TUnsafe<"comment" | "admin" | "create" | "edit" | "review" | "read">, typebox.TNull]>>;
        label: typebox.TString;
    }>, typebox.TUnsafe<{
        status?: "pending" | "active";
        ssoURL?: string;
        entityID?: string;
        certificate?: string;
        defaultTeam?: {
            object: "team";
            id: string;
            title: string;
            permissions: Record<"view" | "admin", boolean>;
            createdAt: string;
            spaces: number;
            members: number;
        };
        object: "saml-provider";
        id: string;
        urls: {
            location: string;
        };
        createdAt: string;
        defaultRole: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        label: string;
        service: {
            entityID: string;
            acsURL: string;
            startURL: string;
        };
    }>>;
    readonly getOrganizationSAMLProviderById: Operation<"/v1/orgs/{organizationId}/saml/{samlProviderId}", typebox.TObject<{}>, null, typebox.TUnsafe<{
        status?: "pending" | "active";
        ssoURL?: string;
        entityID?: string;
        certificate?: string;
        defaultTeam?: {
            object: "team";
            id: string;
            title: string;
            permissions: Record<"view" | "admin", boolean>;
            createdAt: string;
            spaces: number;
            members: number;
        };
        object: "saml-provider";
        id: string;
        urls: {
            location: string;
        };
        createdAt: string;
        defaultRole: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        label: string;
        service: {
            entityID: string;
            acsURL: string;
            startURL: string;
        };
    }>>;
    readonly deleteOrganizationSAMLProvider: Operation<"/v1/orgs/{organizationId}/saml/{samlProviderId}", typebox.TObject<{}>, null, null>;
    readonly updateOrganizationSAMLProvider: Operation<"/v1/orgs/{organizationId}/saml/{samlProviderId}", typebox.TObject<{}>, typebox.TObject<{
        entityID: typebox.TOptional<typebox.TString>;
        certificate: typebox.TOptional<typebox.TString>;
        ssoURL: typebox.TOptional<typebox.TString>;
        defaultTeam: typebox.TOptional<typebox.TString>;
        defaultRole: typebox.TOptional<typebox.TUnion<[typebox.TUnsafe<"comment" | "admin" | "create" | "edit" | "review" | "read">, typebox.TNull]>>;
        label: typebox.TOptional<typebox.TString>;
    }>, typebox.TUnsafe<{
        status?: "pending" | "active";
        ssoURL?: string;
        entityID?: string;
        certificate?: string;
        defaultTeam?: {
            object: "team";
            id: string;
            title: string;
            permissions: Record<"view" | "admin", boolean>;
            createdAt: string;
            spaces: number;
            members: number;
        };
        object: "saml-provider";
        id: string;
        urls: {
            location: string;
        };
        createdAt: string;
        defaultRole: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        label: string;
        service: {
            entityID: string;
            acsURL: string;
            startURL: string;
        };
    }>>;
    readonly listSSOProviderLoginsInOrganization: Operation<"/v1/orgs/{organizationId}/sso", typebox.TObject<{}>, null, typebox.TObject<{
        items: typebox.TArray<typebox.TObject<{
            id: typebox.TString;
            label: typebox.TString;
            startURL: typebox.TString;
        }>>;
    }>>;
    readonly inviteUsersToOrganization: Operation<"/v1/orgs/{organizationId}/invites", typebox.TObject<{}>, typebox.TObject<{
        emails: typebox.TArray<typebox.TUnion<[typebox.TString, typebox.TObject<{
            email: typebox.TString;
            role: typebox.TUnion<[typebox.TUnsafe<"comment" | "admin" | "create" | "edit" | "review" | "read">, typebox.TNull]>;
        }>]>>;
        role: typebox.TOptional<typebox.TUnion<[typebox.TUnsafe<"comment" | "admin" | "create" | "edit" | "review" | "read">, typebox.TNull]>>;
        sso: typebox.TOptional<typebox.TBoolean>;
    }>, typebox.TObject<{
        users: typebox.TArray<typebox.TString>;
        invited: typebox.TInteger;
        failedSSOEmails: typebox.TArray<typebox.TString>;
    }>>;
    readonly joinOrganizationWithInvite: Operation<"/v1/orgs/{organizationId}/invites/{inviteId}", typebox.TObject<{}>, null, typebox.TObject<{}>>;
    readonly listOrganizationInviteLinks: Operation<"/v1/orgs/{organizationId}/link-invites", typebox.TObject<{
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        collection?: {
            description?: string;
            parent?: string;
            object: "collection";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
        };
        space?: {
            parent?: string;
            deletedAt?: string;
            editMode?: "live" | "locked";
            gitSync?: {
                integration?: string;
                updatedAt?: string;
                repoName?: string;
                installationProvider?: "github" | "gitlab" | "github-legacy";
                url?: string;
            };
            visitorAuth?: {
                integration?: string;
                backend: "integration" | "custom";
            };
            object: "space";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                public?: string;
                published?: string;
                icon?: string;
                location: string;
                app: string;
            };
            permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
            emoji: string;
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            changeRequests: number;
            changeRequestsOpen: number;
            changeRequestsDraft: number;
        };
        role?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        level?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        object: "invite";
        id: string;
        redundant: boolean;
    }>>>;
    readonly createOrganizationInvite: Operation<"/v1/orgs/{organizationId}/link-invites", typebox.TObject<{}>, typebox.TUnion<[typebox.TObject<{
        role: typebox.TOptional<typebox.TUnion<[typebox.TUnsafe<"comment" | "admin" | "create" | "edit" | "review" | "read">, typebox.TNull]>>;
    }>, typebox.TObject<{
        level: typebox.TUnion<[typebox.TUnsafe<"comment" | "admin" | "create" | "edit" | "review" | "read">, typebox.TNull]>;
        space: typebox.TString;
    }>, typebox.TObject<{
        level: typebox.TUnion<[typebox.TUnsafe<"comment" | "admin" | "create" | "edit" | "review" | "read">, typebox.TNull]>;
        collection: typebox.TString;
    }>]>, typebox.TUnsafe<{
        collection?: {
            description?: string;
            parent?: string;
            object: "collection";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
        };
        space?: {
            parent?: string;
            deletedAt?: string;
            editMode?: "live" | "locked";
            gitSync?: {
                integration?: string;
                updatedAt?: string;
                repoName?: string;
                installationProvider?: "github" | "gitlab" | "github-legacy";
                url?: string;
            };
            visitorAuth?: {
                integration?: string;
                backend: "integration" | "custom";
            };
            object: "space";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                public?: string;
                published?: string;
                icon?: string;
                location: string;
                app: string;
            };
            permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
            emoji: string;
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            changeRequests: number;
            changeRequestsOpen: number;
            changeRequestsDraft: number;
        };
        role?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        level?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        object: "invite";
        id: string;
        redundant: boolean;
    }>>;
    readonly getOrganizationInviteLink: Operation<"/v1/orgs/{organizationId}/link-invites/{inviteId}", typebox.TObject<{}>, null, typebox.TUnsafe<{
        collection?: {
            description?: string;
            parent?: string;
            object: "collection";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
        };
        space?: {
            parent?: string;
            deletedAt?: string;
            editMode?: "live" | "locked";
            gitSync?: {
                integration?: string;
                updatedAt?: string;
                repoName?: string;
                installationProvider?: "github" | "gitlab" | "github-legacy";
                url?: string;
            };
            visitorAuth?: {
                integration?: string;
                backend: "integration" | "custom";
            };
            object: "space";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                public?: string;
                published?: string;
                icon?: string;
                location: string;
                app: string;
            };
            permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
            emoji: string;
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            changeRequests: number;
            changeRequestsOpen: number;
            changeRequestsDraft: number;
        };
        role?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        level?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        object: "invite";
        id: string;
        redundant: boolean;
    }>>;
    readonly deleteOrganizationInviteById: Operation<"/v1/orgs/{organizationId}/link-invites/{inviteId}", typebox.TObject<{}>, null, null>;
    readonly updateOrganizationInviteById: Operation<"/v1/orgs/{organizationId}/link-invites/{inviteId}", typebox.TObject<{}>, typebox.TUnion<[typebox.TObject<{
        role: typebox.TUnion<[typebox.TUnsafe<"comment" | "admin" | "create" | "edit" | "review" | "read">, typebox.TNull]>;
    }>, typebox.TObject<{
        level: typebox.TUnion<[typebox.TUnsafe<"comment" | "admin" | "create" | "edit" | "review" | "read">, typebox.TNull]>;
    }>]>, typebox.TUnsafe<{
        collection?: {
            description?: string;
            parent?: string;
            object: "collection";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
        };
        space?: {
            parent?: string;
            deletedAt?: string;
            editMode?: "live" | "locked";
            gitSync?: {
                integration?: string;
                updatedAt?: string;
                repoName?: string;
                installationProvider?: "github" | "gitlab" | "github-legacy";
                url?: string;
            };
            visitorAuth?: {
                integration?: string;
                backend: "integration" | "custom";
            };
            object: "space";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                public?: string;
                published?: string;
                icon?: string;
                location: string;
                app: string;
            };
            permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
            emoji: string;
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            changeRequests: number;
            changeRequestsOpen: number;
            changeRequestsDraft: number;
        };
        role?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        level?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        object: "invite";
        id: string;
        redundant: boolean;
    }>>;
    readonly listOrganizationsForAuthenticatedUser: Operation<"/v1/orgs", typebox.TObject<{
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        hostname?: string;
        useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
        communityType?: "nonProfit" | "openSource" | "education";
        defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        defaultContent?: {
            site: string;
            type: "site";
        };
        sso?: boolean;
        ai?: boolean;
        billing?: {
            endDate?: string;
            pricing?: Record<string, unknown>;
            interval: "monthly" | "yearly";
            hasPaymentFailed: boolean;
            isScheduledToCancel: boolean;
        };
        customHostname?: string;
        blocked?: {
            reason: "security";
        };
        internal_isOnNewTrial?: boolean;
        internal_billingMigration?: {
            deadline?: string;
            discountPercent?: number;
            discountEndDate?: string;
        };
        object: "organization";
        id: string;
        title: string;
        type: "business" | "community";
        urls: {
            logo?: string;
            location: string;
            app: string;
        };
        permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
        createdAt: string;
        emailDomains: string[];
        inviteLinks: boolean;
        plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
        trial: {
            endDate?: string;
            decision?: "downgrade";
            status: "none" | "notapplicable" | "active" | "ended" | "expired";
        };
    }>>>;
    readonly getOrganizationById: Operation<"/v1/orgs/{organizationId}", typebox.TObject<{}>, null, typebox.TUnsafe<{
        hostname?: string;
        useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
        communityType?: "nonProfit" | "openSource" | "education";
        defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        defaultContent?: {
            site: string;
            type: "site";
        };
        sso?: boolean;
        ai?: boolean;
        billing?: {
            endDate?: string;
            pricing?: Record<string, unknown>;
            interval: "monthly" | "yearly";
            hasPaymentFailed: boolean;
            isScheduledToCancel: boolean;
        };
        customHostname?: string;
        blocked?: {
            reason: "security";
        };
        internal_isOnNewTrial?: boolean;
        internal_billingMigration?: {
            deadline?: string;
            discountPercent?: number;
            discountEndDate?: string;
        };
        object: "organization";
        id: string;
        title: string;
        type: "business" | "community";
        urls: {
            logo?: string;
            location: string;
            app: string;
        };
        permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
        createdAt: string;
        emailDomains: string[];
        inviteLinks: boolean;
        plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
        trial: {
            endDate?: string;
            decision?: "downgrade";
            status: "none" | "notapplicable" | "active" | "ended" | "expired";
        };
    }>>;
    readonly updateOrganizationById: Operation<"/v1/orgs/{organizationId}", typebox.TObject<{}>, typebox.TObject<{
        title: typebox.TOptional<typebox.TString>;
        emailDomains: typebox.TOptional<typebox.TArray<typebox.TString>>;
        hostname: typebox.TOptional<typebox.TString>;
        defaultRole: typebox.TOptional<typebox.TUnion<[typebox.TUnsafe<"comment" | "admin" | "create" | "edit" | "review" | "read">, typebox.TNull]>>;
        defaultContent: typebox.TOptional<typebox.TUnion<[typebox.TObject<{
            type: typebox.TLiteral<"site">;
            site: typebox.TString;
        }>, typebox.TNull]>>;
        logo: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
        sso: typebox.TOptional<typebox.TBoolean>;
        ai: typebox.TOptional<typebox.TBoolean>;
        inviteLinks: typebox.TOptional<typebox.TBoolean>;
    }>, typebox.TUnsafe<{
        hostname?: string;
        useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
        communityType?: "nonProfit" | "openSource" | "education";
        defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
        defaultContent?: {
            site: string;
            type: "site";
        };
        sso?: boolean;
        ai?: boolean;
        billing?: {
            endDate?: string;
            pricing?: Record<string, unknown>;
            interval: "monthly" | "yearly";
            hasPaymentFailed: boolean;
            isScheduledToCancel: boolean;
        };
        customHostname?: string;
        blocked?: {
            reason: "security";
        };
        internal_isOnNewTrial?: boolean;
        internal_billingMigration?: {
            deadline?: string;
            discountPercent?: number;
            discountEndDate?: string;
        };
        object: "organization";
        id: string;
        title: string;
        type: "business" | "community";
        urls: {
            logo?: string;
            location: string;
            app: string;
        };
        permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
        createdAt: string;
        emailDomains: string[];
        inviteLinks: boolean;
        plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
        trial: {
            endDate?: string;
            decision?: "downgrade";
            status: "none" | "notapplicable" | "active" | "ended" | "expired";
        };
    }>>;
    readonly searchOrganizationContent: Operation<"/v1/orgs/{organizationId}/search", typebox.TObject<{
        query: typebox.TString;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        id: string;
        title: string;
        pages: {
            sections?: {
                body: string;
                id: string;
                title: string;
                urls: {
                    app: string;
                };
                path: string;
            }[];
            id: string;
            title: string;
            urls: {
                app: string;
            };
            path: string;
        }[];
    }>>>;
    readonly getOrganizationsForEmailDomain: Operation<"/v1/email-domains/{emailDomain}/orgs", typebox.TObject<{}>, null, typebox.TObject<{
        organizations: typebox.TArray<typebox.TUnsafe<{
            hostname?: string;
            useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
            communityType?: "nonProfit" | "openSource" | "education";
            defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
            defaultContent?: {
                site: string;
                type: "site";
            };
            sso?: boolean;
            ai?: boolean;
            billing?: {
                endDate?: string;
                pricing?: Record<string, unknown>;
                interval: "monthly" | "yearly";
                hasPaymentFailed: boolean;
                isScheduledToCancel: boolean;
            };
            customHostname?: string;
            blocked?: {
                reason: "security";
            };
            internal_isOnNewTrial?: boolean;
            internal_billingMigration?: {
                deadline?: string;
                discountPercent?: number;
                discountEndDate?: string;
            };
            object: "organization";
            id: string;
            title: string;
            type: "business" | "community";
            urls: {
                logo?: string;
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
            createdAt: string;
            emailDomains: string[];
            inviteLinks: boolean;
            plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
            trial: {
                endDate?: string;
                decision?: "downgrade";
                status: "none" | "notapplicable" | "active" | "ended" | "expired";
            };
        }>>;
    }>>;
    readonly getSpaceCustomFields: Operation<"/v1/spaces/{spaceId}/custom-fields", typebox.TObject<{}>, null, typebox.TArray<typebox.TObject<{
        customField: typebox.TUnsafe<{
            title?: string;
            description?: string;
            placeholder?: string;
            options?: string[];
            id: string;
            type: "number" | "boolean" | "text" | "tags" | "select:multi" | "select:single";
            urls: {
                location: string;
            };
            permissions: Record<"view" | "edit", boolean>;
            createdAt: string;
            updatedAt: string;
            name: string;
        }>;
        value: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNumber, typebox.TBoolean, typebox.TArray<typebox.TString>]>>;
    }>>>;
    readonly updateSpaceCustomFields: Operation<"/v1/spaces/{spaceId}/custom-fields", typebox.TObject<{}>, typebox.TObject<{
        values: typebox.TUnsafe<Record<string, {
            value: string | number | boolean | string[] | null;
        }>>;
    }>, null>;
    readonly listOrganizationCustomFields: Operation<"/v1/orgs/{organizationId}/custom-fields", typebox.TObject<{
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        title?: string;
        description?: string;
        placeholder?: string;
        options?: string[];
        id: string;
        type: "number" | "boolean" | "text" | "tags" | "select:multi" | "select:single";
        urls: {
            location: string;
        };
        permissions: Record<"view" | "edit", boolean>;
        createdAt: string;
        updatedAt: string;
        name: string;
    }>>>;
    readonly createOrganizationCustomField: Operation<"/v1/orgs/{organizationId}/custom-fields", typebox.TObject<{}>, typebox.TObject<{
        name: typebox.TString;
        type: typebox.TUnsafe<"number" | "boolean" | "text" | "tags" | "select:multi" | "select:single">;
        title: typebox.TOptional<typebox.TString>;
        description: typebox.TOptional<typebox.TString>;
        placeholder: typebox.TOptional<typebox.TString>;
        options: typebox.TOptional<typebox.TArray<typebox.TString>>;
    }>, typebox.TUnsafe<{
        title?: string;
        description?: string;
        placeholder?: string;
        options?: string[];
        id: string;
        type: "number" | "boolean" | "text" | "tags" | "select:multi" | "select:single";
        urls: {
            location: string;
        };
        permissions: Record<"view" | "edit", boolean>;
        createdAt: string;
        updatedAt: string;
        name: string;
    }>>;
    readonly getOrganizationCustomFieldByName: Operation<"/v1/orgs/{organizationId}/custom-fields/{fieldName}", typebox.TObject<{}>, null, typebox.TUnsafe<{
        title?: string;
        description?: string;
        placeholder?: string;
        options?: string[];
        id: string;
        type: "number" | "boolean" | "text" | "tags" | "select:multi" | "select:single";
        urls: {
            location: string;
        };
        permissions: Record<"view" | "edit", boolean>;
        createdAt: string;
        updatedAt: string;
        name: string;
    }>>;
    readonly deleteOrganizationCustomField: Operation<"/v1/orgs/{organizationId}/custom-fields/{fieldName}", typebox.TObject<{}>, null, null>;
    readonly updateOrganizationCustomField: Operation<"/v1/orgs/{organizationId}/custom-fields/{fieldName}", typebox.TObject<{}>, typebox.TObject<{
        title: typebox.TOptional<typebox.TString>;
        description: typebox.TOptional<typebox.TString>;
        placeholder: typebox.TOptional<typebox.TString>;
        options: typebox.TOptional<typebox.TArray<typebox.TString>>;
    }>, typebox.TUnsafe<{
        title?: string;
        description?: string;
        placeholder?: string;
        options?: string[];
        id: string;
        type: "number" | "boolean" | "text" | "tags" | "select:multi" | "select:single";
        urls: {
            location: string;
        };
        permissions: Record<"view" | "edit", boolean>;
        createdAt: string;
        updatedAt: string;
        name: string;
    }>>;
    readonly getRevisionOfChangeRequestById: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TUnsafe<{
        git?: {
            url?: string;
            ref?: string;
            oid: string;
            message: string;
            createdByGitBook: boolean;
        };
        variables?: Record<string, string | number | boolean>;
        mergedFrom?: {
            revisionMergedAncestor?: string;
            revisionMerged?: string;
            number: number;
            object: "change-request";
            status: "draft" | "open" | "archived" | "merged";
            id: string;
            urls: {
                location: string;
                app: string;
            };
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            subject: string;
            createdBy: {
                email?: string;
                photoURL?: string;
                object: "user";
                id: string;
                urls: {
                    location: string;
                };
                displayName: string;
            };
            revisionInitial: string;
            outdated: boolean;
        };
        object: "revision";
        id: string;
        type: "merge" | "computed" | "edits" | "rollback" | "update";
        urls: {
            public?: string;
            published?: string;
            app: string;
        };
        createdAt: string;
        parents: string[];
        pages: Page$1[];
        files: {
            dimensions?: {
                width: number;
                height: number;
            };
            git?: {
                oid: string;
                path: string;
            };
            id: string;
            name: string;
            contentType: string;
            downloadURL: string;
            size: number;
        }[];
        reusableContents: {
            markdown?: string;
            computed?: {
                dependencies?: {
                    spec?: {
                        ref: {
                            kind: "openapi";
                            spec: string;
                        };
                    };
                };
                props?: {
                    doc?: string;
                };
                type: string;
            };
            computedSeed?: string;
            git?: {
                oid: string;
                path: string;
            };
            document?: string;
            id: string;
            title: string;
        }[];
    }>>;
    readonly importContentInChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import", typebox.TObject<{}>, typebox.TObject<{
        url: typebox.TString;
        source: typebox.TUnsafe<"markdown" | "html" | "website" | "docx" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs">;
    }>, typebox.TObject<{
        revision: typebox.TString;
        importedResources: typebox.TNumber;
        totalResources: typebox.TNumber;
    }>>;
    readonly listPagesInChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TObject<{
        pages: typebox.TArray<typebox.TUnsafe<Page$1>>;
    }>>;
    readonly listFilesInChangeRequestById: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        dimensions?: {
            width: number;
            height: number;
        };
        git?: {
            oid: string;
            path: string;
        };
        id: string;
        name: string;
        contentType: string;
        downloadURL: string;
        size: number;
    }>>>;
    readonly getFileInChangeRequestById: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TUnsafe<{
        dimensions?: {
            width: number;
            height: number;
        };
        git?: {
            oid: string;
            path: string;
        };
        id: string;
        name: string;
        contentType: string;
        downloadURL: string;
        size: number;
    }>>;
    readonly listChangeRequestFileBacklinks: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks", typebox.TObject<{
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        versionContext?: {
            type: "revision";
            revision: {
                git?: {
                    url?: string;
                    ref?: string;
                    oid: string;
                    message: string;
                    createdByGitBook: boolean;
                };
                variables?: Record<string, string | number | boolean>;
                mergedFrom?: {
                    revisionMergedAncestor?: string;
                    revisionMerged?: string;
                    number: number;
                    object: "change-request";
                    status: "draft" | "open" | "archived" | "merged";
                    id: string;
                    urls: {
                        location: string;
                        app: string;
                    };
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    subject: string;
                    createdBy: {
                        email?: string;
                        photoURL?: string;
                        object: "user";
                        id: string;
                        urls: {
                            location: string;
                        };
                        displayName: string;
                    };
                    revisionInitial: string;
                    outdated: boolean;
                };
                object: "revision";
                id: string;
                type: "merge" | "computed" | "edits" | "rollback" | "update";
                urls: {
                    public?: string;
                    published?: string;
                    app: string;
                };
                createdAt: string;
                parents: string[];
                pages: Page$1[];
                files: {
                    dimensions?: {
                        width: number;
                        height: number;
                    };
                    git?: {
                        oid: string;
                        path: string;
                    };
                    id: string;
                    name: string;
                    contentType: string;
                    downloadURL: string;
                    size: number;
                }[];
                reusableContents: {
                    markdown?: string;
                    computed?: {
                        dependencies?: {
                            spec?: {
                                ref: {
                                    kind: "openapi";
                                    spec: string;
                                };
                            };
                        };
                        props?: {
                            doc?: string;
                        };
                        type: string;
                    };
                    computedSeed?: string;
                    git?: {
                        oid: string;
                        path: string;
                    };
                    document?: string;
                    id: string;
                    title: string;
                }[];
            };
        } | {
            changeRequest: {
                revisionMergedAncestor?: string;
                revisionMerged?: string;
                number: number;
                object: "change-request";
                status: "draft" | "open" | "archived" | "merged";
                id: string;
                urls: {
                    location: string;
                    app: string;
                };
                createdAt: string;
                updatedAt: string;
                revision: string;
                comments: number;
                subject: string;
                createdBy: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                revisionInitial: string;
                outdated: boolean;
            };
            type: "changeRequest";
        };
        organization: {
            hostname?: string;
            useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
            communityType?: "nonProfit" | "openSource" | "education";
            defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
            defaultContent?: {
                site: string;
                type: "site";
            };
            sso?: boolean;
            ai?: boolean;
            billing?: {
                endDate?: string;
                pricing?: Record<string, unknown>;
                interval: "monthly" | "yearly";
                hasPaymentFailed: boolean;
                isScheduledToCancel: boolean;
            };
            customHostname?: string;
            blocked?: {
                reason: "security";
            };
            internal_isOnNewTrial?: boolean;
            internal_billingMigration?: {
                deadline?: string;
                discountPercent?: number;
                discountEndDate?: string;
            };
            object: "organization";
            id: string;
            title: string;
            type: "business" | "community";
            urls: {
                logo?: string;
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
            createdAt: string;
            emailDomains: string[];
            inviteLinks: boolean;
            plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
            trial: {
                endDate?: string;
                decision?: "downgrade";
                status: "none" | "notapplicable" | "active" | "ended" | "expired";
            };
        };
        space: {
            parent?: string;
            deletedAt?: string;
            editMode?: "live" | "locked";
            gitSync?: {
                integration?: string;
                updatedAt?: string;
                repoName?: string;
                installationProvider?: "github" | "gitlab" | "github-legacy";
                url?: string;
            };
            visitorAuth?: {
                integration?: string;
                backend: "integration" | "custom";
            };
            object: "space";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                public?: string;
                published?: string;
                icon?: string;
                location: string;
                app: string;
            };
            permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
            emoji: string;
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            changeRequests: number;
            changeRequestsOpen: number;
            changeRequestsDraft: number;
        };
        kind: "file";
        file: {
            dimensions?: {
                width: number;
                height: number;
            };
            git?: {
                oid: string;
                path: string;
            };
            id: string;
            name: string;
            contentType: string;
            downloadURL: string;
            size: number;
        };
    } | {
        url: string;
        kind: "url";
    } | {
        versionContext?: {
            type: "revision";
            revision: {
                git?: {
                    url?: string;
                    ref?: string;
                    oid: string;
                    message: string;
                    createdByGitBook: boolean;
                };
                variables?: Record<string, string | number | boolean>;
                mergedFrom?: {
                    revisionMergedAncestor?: string;
                    revisionMerged?: string;
                    number: number;
                    object: "change-request";
                    status: "draft" | "open" | "archived" | "merged";
                    id: string;
                    urls: {
                        location: string;
                        app: string;
                    };
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    subject: string;
                    createdBy: {
                        email?: string;
                        photoURL?: string;
                        object: "user";
                        id: string;
                        urls: {
                            location: string;
                        };
                        displayName: string;
                    };
                    revisionInitial: string;
                    outdated: boolean;
                };
                object: "revision";
                id: string;
                type: "merge" | "computed" | "edits" | "rollback" | "update";
                urls: {
                    public?: string;
                    published?: string;
                    app: string;
                };
                createdAt: string;
                parents: string[];
                pages: Page$1[];
                files: {
                    dimensions?: {
                        width: number;
                        height: number;
                    };
                    git?: {
                        oid: string;
                        path: string;
                    };
                    id: string;
                    name: string;
                    contentType: string;
                    downloadURL: string;
                    size: number;
                }[];
                reusableContents: {
                    markdown?: string;
                    computed?: {
                        dependencies?: {
                            spec?: {
                                ref: {
                                    kind: "openapi";
                                    spec: string;
                                };
                            };
                        };
                        props?: {
                            doc?: string;
                        };
                        type: string;
                    };
                    computedSeed?: string;
                    git?: {
                        oid: string;
                        path: string;
                    };
                    document?: string;
                    id: string;
                    title: string;
                }[];
            };
        } | {
            changeRequest: {
                revisionMergedAncestor?: string;
                revisionMerged?: string;
                number: number;
                object: "change-request";
                status: "draft" | "open" | "archived" | "merged";
                id: string;
                urls: {
                    location: string;
                    app: string;
                };
                createdAt: string;
                updatedAt: string;
                revision: string;
                comments: number;
                subject: string;
                createdBy: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                revisionInitial: string;
                outdated: boolean;
            };
            type: "changeRequest";
        };
        internalLocation?: {
            type: "anchor";
            anchor: string;
        } | {
            type: "node";
            node: string;
        };
        organization: {
            hostname?: string;
            useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
            communityType?: "nonProfit" | "openSource" | "education";
            defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
            defaultContent?: {
                site: string;
                type: "site";
            };
            sso?: boolean;
            ai?: boolean;
            billing?: {
                endDate?: string;
                pricing?: Record<string, unknown>;
                interval: "monthly" | "yearly";
                hasPaymentFailed: boolean;
                isScheduledToCancel: boolean;
            };
            customHostname?: string;
            blocked?: {
                reason: "security";
            };
            internal_isOnNewTrial?: boolean;
            internal_billingMigration?: {
                deadline?: string;
                discountPercent?: number;
                discountEndDate?: string;
            };
            object: "organization";
            id: string;
            title: string;
            type: "business" | "community";
            urls: {
                logo?: string;
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
            createdAt: string;
            emailDomains: string[];
            inviteLinks: boolean;
            plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
            trial: {
                endDate?: string;
                decision?: "downgrade";
                status: "none" | "notapplicable" | "active" | "ended" | "expired";
            };
        };
        space: {
            parent?: string;
            deletedAt?: string;
            editMode?: "live" | "locked";
            gitSync?: {
                integration?: string;
                updatedAt?: string;
                repoName?: string;
                installationProvider?: "github" | "gitlab" | "github-legacy";
                url?: string;
            };
            visitorAuth?: {
                integration?: string;
                backend: "integration" | "custom";
            };
            object: "space";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                public?: string;
                published?: string;
                icon?: string;
                location: string;
                app: string;
            };
            permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
            emoji: string;
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            changeRequests: number;
            changeRequestsOpen: number;
            changeRequestsDraft: number;
        };
        page: Page$1;
        kind: "page";
    } | {
        kind: "user";
        user: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
    } | {
        organization: {
            hostname?: string;
            useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
            communityType?: "nonProfit" | "openSource" | "education";
            defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
            defaultContent?: {
                site: string;
                type: "site";
            };
            sso?: boolean;
            ai?: boolean;
            billing?: {
                endDate?: string;
                pricing?: Record<string, unknown>;
                interval: "monthly" | "yearly";
                hasPaymentFailed: boolean;
                isScheduledToCancel: boolean;
            };
            customHostname?: string;
            blocked?: {
                reason: "security";
            };
            internal_isOnNewTrial?: boolean;
            internal_billingMigration?: {
                deadline?: string;
                discountPercent?: number;
                discountEndDate?: string;
            };
            object: "organization";
            id: string;
            title: string;
            type: "business" | "community";
            urls: {
                logo?: string;
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
            createdAt: string;
            emailDomains: string[];
            inviteLinks: boolean;
            plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
            trial: {
                endDate?: string;
                decision?: "downgrade";
                status: "none" | "notapplicable" | "active" | "ended" | "expired";
            };
        };
        collection: {
            description?: string;
            parent?: string;
            object: "collection";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
        };
        kind: "collection";
    } | {
        organization: {
            hostname?: string;
            useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
            communityType?: "nonProfit" | "openSource" | "education";
            defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
            defaultContent?: {
                site: string;
                type: "site";
            };
            sso?: boolean;
            ai?: boolean;
            billing?: {
                endDate?: string;
                pricing?: Record<string, unknown>;
                interval: "monthly" | "yearly";
                hasPaymentFailed: boolean;
                isScheduledToCancel: boolean;
            };
            customHostname?: string;
            blocked?: {
                reason: "security";
            };
            internal_isOnNewTrial?: boolean;
            internal_billingMigration?: {
                deadline?: string;
                discountPercent?: number;
                discountEndDate?: string;
            };
            object: "organization";
            id: string;
            title: string;
            type: "business" | "community";
            urls: {
                logo?: string;
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
            createdAt: string;
            emailDomains: string[];
            inviteLinks: boolean;
            plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
            trial: {
                endDate?: string;
                decision?: "downgrade";
                status: "none" | "notapplicable" | "active" | "ended" | "expired";
            };
        };
        space: {
            parent?: string;
            deletedAt?: string;
            editMode?: "live" | "locked";
            gitSync?: {
                integration?: string;
                updatedAt?: string;
                repoName?: string;
                installationProvider?: "github" | "gitlab" | "github-legacy";
                url?: string;
            };
            visitorAuth?: {
                integration?: string;
                backend: "integration" | "custom";
            };
            object: "space";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                public?: string;
                published?: string;
                icon?: string;
                location: string;
                app: string;
            };
            permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
            emoji: string;
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            changeRequests: number;
            changeRequestsOpen: number;
            changeRequestsDraft: number;
        };
        kind: "space";
    } | {
        versionContext?: {
            type: "revision";
            revision: {
                git?: {
                    url?: string;
                    ref?: string;
                    oid: string;
                    message: string;
                    createdByGitBook: boolean;
                };
                variables?: Record<string, string | number | boolean>;
                mergedFrom?: {
                    revisionMergedAncestor?: string;
                    revisionMerged?: string;
                    number: number;
                    object: "change-request";
                    status: "draft" | "open" | "archived" | "merged";
                    id: string;
                    urls: {
                        location: string;
                        app: string;
                    };
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    subject: string;
                    createdBy: {
                        email?: string;
                        photoURL?: string;
                        object: "user";
                        id: string;
                        urls: {
                            location: string;
                        };
                        displayName: string;
                    };
                    revisionInitial: string;
                    outdated: boolean;
                };
                object: "revision";
                id: string;
                type: "merge" | "computed" | "edits" | "rollback" | "update";
                urls: {
                    public?: string;
                    published?: string;
                    app: string;
                };
                createdAt: string;
                parents: string[];
                pages: Page$1[];
                files: {
                    dimensions?: {
                        width: number;
                        height: number;
                    };
                    git?: {
                        oid: string;
                        path: string;
                    };
                    id: string;
                    name: string;
                    contentType: string;
                    downloadURL: string;
                    size: number;
                }[];
                reusableContents: {
                    markdown?: string;
                    computed?: {
                        dependencies?: {
                            spec?: {
                                ref: {
                                    kind: "openapi";
                                    spec: string;
                                };
                            };
                        };
                        props?: {
                            doc?: string;
                        };
                        type: string;
                    };
                    computedSeed?: string;
                    git?: {
                        oid: string;
                        path: string;
                    };
                    document?: string;
                    id: string;
                    title: string;
                }[];
            };
        } | {
            changeRequest: {
                revisionMergedAncestor?: string;
                revisionMerged?: string;
                number: number;
                object: "change-request";
                status: "draft" | "open" | "archived" | "merged";
                id: string;
                urls: {
                    location: string;
                    app: string;
                };
                createdAt: string;
                updatedAt: string;
                revision: string;
                comments: number;
                subject: string;
                createdBy: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                revisionInitial: string;
                outdated: boolean;
            };
            type: "changeRequest";
        };
        organization: {
            hostname?: string;
            useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
            communityType?: "nonProfit" | "openSource" | "education";
            defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
            defaultContent?: {
                site: string;
                type: "site";
            };
            sso?: boolean;
            ai?: boolean;
            billing?: {
                endDate?: string;
                pricing?: Record<string, unknown>;
                interval: "monthly" | "yearly";
                hasPaymentFailed: boolean;
                isScheduledToCancel: boolean;
            };
            customHostname?: string;
            blocked?: {
                reason: "security";
            };
            internal_isOnNewTrial?: boolean;
            internal_billingMigration?: {
                deadline?: string;
                discountPercent?: number;
                discountEndDate?: string;
            };
            object: "organization";
            id: string;
            title: string;
            type: "business" | "community";
            urls: {
                logo?: string;
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
            createdAt: string;
            emailDomains: string[];
            inviteLinks: boolean;
            plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
            trial: {
                endDate?: string;
                decision?: "downgrade";
                status: "none" | "notapplicable" | "active" | "ended" | "expired";
            };
        };
        space: {
            parent?: string;
            deletedAt?: string;
            editMode?: "live" | "locked";
            gitSync?: {
                integration?: string;
                updatedAt?: string;
                repoName?: string;
                installationProvider?: "github" | "gitlab" | "github-legacy";
                url?: string;
            };
            visitorAuth?: {
                integration?: string;
                backend: "integration" | "custom";
            };
            object: "space";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                public?: string;
                published?: string;
                icon?: string;
                location: string;
                app: string;
            };
            permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
            emoji: string;
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            changeRequests: number;
            changeRequestsOpen: number;
            changeRequestsDraft: number;
        };
        kind: "reusable-content";
        reusableContent: {
            markdown?: string;
            computed?: {
                dependencies?: {
                    spec?: {
                        ref: {
                            kind: "openapi";
                            spec: string;
                        };
                    };
                };
                props?: {
                    doc?: string;
                };
                type: string;
            };
            computedSeed?: string;
            git?: {
                oid: string;
                path: string;
            };
            document?: string;
            id: string;
            title: string;
        };
    } | {
        organization: {
            hostname?: string;
            useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
            communityType?: "nonProfit" | "openSource" | "education";
            defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
            defaultContent?: {
                site: string;
                type: "site";
            };
            sso?: boolean;
            ai?: boolean;
            billing?: {
                endDate?: string;
                pricing?: Record<string, unknown>;
                interval: "monthly" | "yearly";
                hasPaymentFailed: boolean;
                isScheduledToCancel: boolean;
            };
            customHostname?: string;
            blocked?: {
                reason: "security";
            };
            internal_isOnNewTrial?: boolean;
            internal_billingMigration?: {
                deadline?: string;
                discountPercent?: number;
                discountEndDate?: string;
            };
            object: "organization";
            id: string;
            title: string;
            type: "business" | "community";
            urls: {
                logo?: string;
                location: string;
                app: string;
            };
            permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
            createdAt: string;
            emailDomains: string[];
            inviteLinks: boolean;
            plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
            trial: {
                endDate?: string;
                decision?: "downgrade";
                status: "none" | "notapplicable" | "active" | "ended" | "expired";
            };
        };
        kind: "openapi";
        openAPISpec: {
            visibility?: "public" | "private";
            sourceURL?: string;
            lastVersion?: string;
            lastProcessedAt?: string;
            lastProcessErrorCode?: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
            object: "openapi-spec";
            id: string;
            urls: {
                published?: string;
                location: string;
                app: string;
            };
            permissions: Record<"view" | "edit", boolean>;
            createdAt: string;
            updatedAt: string;
            slug: string;
            processingState: "pending" | "progress" | "complete";
        };
    }>>>;
    readonly getPageInChangeRequestById: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}", typebox.TObject<{
        metadata: typebox.TOptional<typebox.TBoolean>;
        computed: typebox.TOptional<typebox.TBoolean>;
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
        evaluated: typebox.TOptional<typebox.TBoolean>;
    }>, null, typebox.TUnsafe<Page$1>>;
    readonly listPageLinksInChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links", typebox.TObject<{
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TObject<{
        next: typebox.TOptional<typebox.TObject<{
            page: typebox.TString;
        }>>;
        count: typebox.TOptional<typebox.TNumber>;
        stats: typebox.TObject<{
            total: typebox.TNumber;
            broken: typebox.TObject<{
                total: typebox.TNumber;
                changeRequest: typebox.TOptional<typebox.TNumber>;
            }>;
        }>;
        items: typebox.TArray<typebox.TUnsafe<{
            targetReference?: {
                versionContext?: {
                    type: "revision";
                    revision: {
                        git?: {
                            url?: string;
                            ref?: string;
                            oid: string;
                            message: string;
                            createdByGitBook: boolean;
                        };
                        variables?: Record<string, string | number | boolean>;
                        mergedFrom?: {
                            revisionMergedAncestor?: string;
                            revisionMerged?: string;
                            number: number;
                            object: "change-request";
                            status: "draft" | "open" | "archived" | "merged";
                            id: string;
                            urls: {
                                location: string;
                                app: string;
                            };
                            createdAt: string;
                            updatedAt: string;
                            revision: string;
                            comments: number;
                            subject: string;
                            createdBy: {
                                email?: string;
                                photoURL?: string;
                                object: "user";
                                id: string;
                                urls: {
                                    location: string;
                                };
                                displayName: string;
                            };
                            revisionInitial: string;
                            outdated: boolean;
                        };
                        object: "revision";
                        id: string;
                        type: "merge" | "computed" | "edits" | "rollback" | "update";
                        urls: {
                            public?: string;
                            published?: string;
                            app: string;
                        };
                        createdAt: string;
                        parents: string[];
                        pages: Page$1[];
                        files: {
                            dimensions?: {
                                width: number;
                                height: number;
                            };
                            git?: {
                                oid: string;
                                path: string;
                            };
                            id: string;
                            name: string;
                            contentType: string;
                            downloadURL: string;
                            size: number;
                        }[];
                        reusableContents: {
                            markdown?: string;
                            computed?: {
                                dependencies?: {
                                    spec?: {
                                        ref: {
                                            kind: "openapi";
                                            spec: string;
                                        };
                                    };
                                };
                                props?: {
                                    doc?: string;
                                };
                                type: string;
                            };
                            computedSeed?: string;
                            git?: {
                                oid: string;
                                path: string;
                            };
                            document?: string;
                            id: string;
                            title: string;
                        }[];
                    };
                } | {
                    changeRequest: {
                        revisionMergedAncestor?: string;
                        revisionMerged?: string;
                        number: number;
                        object: "change-request";
                        status: "draft" | "open" | "archived" | "merged";
                        id: string;
                        urls: {
                            location: string;
                            app: string;
                        };
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        subject: string;
                        createdBy: {
                            email?: string;
                            photoURL?: string;
                            object: "user";
                            id: string;
                            urls: {
                                location: string;
                            };
                            displayName: string;
                        };
                        revisionInitial: string;
                        outdated: boolean;
                    };
                    type: "changeRequest";
                };
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                kind: "file";
                file: {
                    dimensions?: {
                        width: number;
                        height: number;
                    };
                    git?: {
                        oid: string;
                        path: string;
                    };
                    id: string;
                    name: string;
                    contentType: string;
                    downloadURL: string;
                    size: number;
                };
            } | {
                url: string;
                kind: "url";
            } | {
                versionContext?: {
                    type: "revision";
                    revision: {
                        git?: {
                            url?: string;
                            ref?: string;
                            oid: string;
                            message: string;
                            createdByGitBook: boolean;
                        };
                        variables?: Record<string, string | number | boolean>;
                        mergedFrom?: {
                            revisionMergedAncestor?: string;
                            revisionMerged?: string;
                            number: number;
                            object: "change-request";
                            status: "draft" | "open" | "archived" | "merged";
                            id: string;
                            urls: {
                                location: string;
                                app: string;
                            };
                            createdAt: string;
                            updatedAt: string;
                            revision: string;
                            comments: number;
                            subject: string;
                            createdBy: {
                                email?: string;
                                photoURL?: string;
                                object: "user";
                                id: string;
                                urls: {
                                    location: string;
                                };
                                displayName: string;
                            };
                            revisionInitial: string;
                            outdated: boolean;
                        };
                        object: "revision";
                        id: string;
                        type: "merge" | "computed" | "edits" | "rollback" | "update";
                        urls: {
                            public?: string;
                            published?: string;
                            app: string;
                        };
                        createdAt: string;
                        parents: string[];
                        pages: Page$1[];
                        files: {
                            dimensions?: {
                                width: number;
                                height: number;
                            };
                            git?: {
                                oid: string;
                                path: string;
                            };
                            id: string;
                            name: string;
                            contentType: string;
                            downloadURL: string;
                            size: number;
                        }[];
                        reusableContents: {
                            markdown?: string;
                            computed?: {
                                dependencies?: {
                                    spec?: {
                                        ref: {
                                            kind: "openapi";
                                            spec: string;
                                        };
                                    };
                                };
                                props?: {
                                    doc?: string;
                                };
                                type: string;
                            };
                            computedSeed?: string;
                            git?: {
                                oid: string;
                                path: string;
                            };
                            document?: string;
                            id: string;
                            title: string;
                        }[];
                    };
                } | {
                    changeRequest: {
                        revisionMergedAncestor?: string;
                        revisionMerged?: string;
                        number: number;
                        object: "change-request";
                        status: "draft" | "open" | "archived" | "merged";
                        id: string;
                        urls: {
                            location: string;
                            app: string;
                        };
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        subject: string;
                        createdBy: {
                            email?: string;
                            photoURL?: string;
                            object: "user";
                            id: string;
                            urls: {
                                location: string;
                            };
                            displayName: string;
                        };
                        revisionInitial: string;
                        outdated: boolean;
                    };
                    type: "changeRequest";
                };
                internalLocation?: {
                    type: "anchor";
                    anchor: string;
                } | {
                    type: "node";
                    node: string;
                };
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                page: Page$1;
                kind: "page";
            } | {
                kind: "user";
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
            } | {
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                collection: {
                    description?: string;
                    parent?: string;
                    object: "collection";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
                };
                kind: "collection";
            } | {
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                kind: "space";
            } | {
                versionContext?: {
                    type: "revision";
                    revision: {
                        git?: {
                            url?: string;
                            ref?: string;
                            oid: string;
                            message: string;
                            createdByGitBook: boolean;
                        };
                        variables?: Record<string, string | number | boolean>;
                        mergedFrom?: {
                            revisionMergedAncestor?: string;
                            revisionMerged?: string;
                            number: number;
                            object: "change-request";
                            status: "draft" | "open" | "archived" | "merged";
                            id: string;
                            urls: {
                                location: string;
                                app: string;
                            };
                            createdAt: string;
                            updatedAt: string;
                            revision: string;
                            comments: number;
                            subject: string;
                            createdBy: {
                                email?: string;
                                photoURL?: string;
                                object: "user";
                                id: string;
                                urls: {
                                    location: string;
                                };
                                displayName: string;
                            };
                            revisionInitial: string;
                            outdated: boolean;
                        };
                        object: "revision";
                        id: string;
                        type: "merge" | "computed" | "edits" | "rollback" | "update";
                        urls: {
                            public?: string;
                            published?: string;
                            app: string;
                        };
                        createdAt: string;
                        parents: string[];
                        pages: Page$1[];
                        files: {
                            dimensions?: {
                                width: number;
                                height: number;
                            };
                            git?: {
                                oid: string;
                                path: string;
                            };
                            id: string;
                            name: string;
                            contentType: string;
                            downloadURL: string;
                            size: number;
                        }[];
                        reusableContents: {
                            markdown?: string;
                            computed?: {
                                dependencies?: {
                                    spec?: {
                                        ref: {
                                            kind: "openapi";
                                            spec: string;
                                        };
                                    };
                                };
                                props?: {
                                    doc?: string;
                                };
                                type: string;
                            };
                            computedSeed?: string;
                            git?: {
                                oid: string;
                                path: string;
                            };
                            document?: string;
                            id: string;
                            title: string;
                        }[];
                    };
                } | {
                    changeRequest: {
                        revisionMergedAncestor?: string;
                        revisionMerged?: string;
                        number: number;
                        object: "change-request";
                        status: "draft" | "open" | "archived" | "merged";
                        id: string;
                        urls: {
                            location: string;
                            app: string;
                        };
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        subject: string;
                        createdBy: {
                            email?: string;
                            photoURL?: string;
                            object: "user";
                            id: string;
                            urls: {
                                location: string;
                            };
                            displayName: string;
                        };
                        revisionInitial: string;
                        outdated: boolean;
                    };
                    type: "changeRequest";
                };
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                kind: "reusable-content";
                reusableContent: {
                    markdown?: string;
                    computed?: {
                        dependencies?: {
                            spec?: {
                                ref: {
                                    kind: "openapi";
                                    spec: string;
                                };
                            };
                        };
                        props?: {
                            doc?: string;
                        };
                        type: string;
                    };
                    computedSeed?: string;
                    git?: {
                        oid: string;
                        path: string;
                    };
                    document?: string;
                    id: string;
                    title: string;
                };
            } | {
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                kind: "openapi";
                openAPISpec: {
                    visibility?: "public" | "private";
                    sourceURL?: string;
                    lastVersion?: string;
                    lastProcessedAt?: string;
                    lastProcessErrorCode?: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
                    object: "openapi-spec";
                    id: string;
                    urls: {
                        published?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "edit", boolean>;
                    createdAt: string;
                    updatedAt: string;
                    slug: string;
                    processingState: "pending" | "progress" | "complete";
                };
            };
            status: "in-app" | "ok" | "broken";
            relation: "reference" | "dependsOn";
            locationReferences: ({
                versionContext?: {
                    type: "revision";
                    revision: {
                        git?: {
                            url?: string;
                            ref?: string;
                            oid: string;
                            message: string;
                            createdByGitBook: boolean;
                        };
                        variables?: Record<string, string | number | boolean>;
                        mergedFrom?: {
                            revisionMergedAncestor?: string;
                            revisionMerged?: string;
                            number: number;
                            object: "change-request";
                            status: "draft" | "open" | "archived" | "merged";
                            id: string;
                            urls: {
                                location: string;
                                app: string;
                            };
                            createdAt: string;
                            updatedAt: string;
                            revision: string;
                            comments: number;
                            subject: string;
                            createdBy: {
                                email?: string;
                                photoURL?: string;
                                object: "user";
                                id: string;
                                urls: {
                                    location: string;
                                };
                                displayName: string;
                            };
                            revisionInitial: string;
                            outdated: boolean;
                        };
                        object: "revision";
                        id: string;
                        type: "merge" | "computed" | "edits" | "rollback" | "update";
                        urls: {
                            public?: string;
                            published?: string;
                            app: string;
                        };
                        createdAt: string;
                        parents: string[];
                        pages: Page$1[];
                        files: {
                            dimensions?: {
                                width: number;
                                height: number;
                            };
                            git?: {
                                oid: string;
                                path: string;
                            };
                            id: string;
                            name: string;
                            contentType: string;
                            downloadURL: string;
                            size: number;
                        }[];
                        reusableContents: {
                            markdown?: string;
                            computed?: {
                                dependencies?: {
                                    spec?: {
                                        ref: {
                                            kind: "openapi";
                                            spec: string;
                                        };
                                    };
                                };
                                props?: {
                                    doc?: string;
                                };
                                type: string;
                            };
                            computedSeed?: string;
                            git?: {
                                oid: string;
                                path: string;
                            };
                            document?: string;
                            id: string;
                            title: string;
                        }[];
                    };
                } | {
                    changeRequest: {
                        revisionMergedAncestor?: string;
                        revisionMerged?: string;
                        number: number;
                        object: "change-request";
                        status: "draft" | "open" | "archived" | "merged";
                        id: string;
                        urls: {
                            location: string;
                            app: string;
                        };
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        subject: string;
                        createdBy: {
                            email?: string;
                            photoURL?: string;
                            object: "user";
                            id: string;
                            urls: {
                                location: string;
                            };
                            displayName: string;
                        };
                        revisionInitial: string;
                        outdated: boolean;
                    };
                    type: "changeRequest";
                };
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                kind: "file";
                file: {
                    dimensions?: {
                        width: number;
                        height: number;
                    };
                    git?: {
                        oid: string;
                        path: string;
                    };
                    id: string;
                    name: string;
                    contentType: string;
                    downloadURL: string;
                    size: number;
                };
            } | {
                url: string;
                kind: "url";
            } | {
                versionContext?: {
                    type: "revision";
                    revision: {
                        git?: {
                            url?: string;
                            ref?: string;
                            oid: string;
                            message: string;
                            createdByGitBook: boolean;
                        };
                        variables?: Record<string, string | number | boolean>;
                        mergedFrom?: {
                            revisionMergedAncestor?: string;
                            revisionMerged?: string;
                            number: number;
                            object: "change-request";
                            status: "draft" | "open" | "archived" | "merged";
                            id: string;
                            urls: {
                                location: string;
                                app: string;
                            };
                            createdAt: string;
                            updatedAt: string;
                            revision: string;
                            comments: number;
                            subject: string;
                            createdBy: {
                                email?: string;
                                photoURL?: string;
                                object: "user";
                                id: string;
                                urls: {
                                    location: string;
                                };
                                displayName: string;
                            };
                            revisionInitial: string;
                            outdated: boolean;
                        };
                        object: "revision";
                        id: string;
                        type: "merge" | "computed" | "edits" | "rollback" | "update";
                        urls: {
                            public?: string;
                            published?: string;
                            app: string;
                        };
                        createdAt: string;
                        parents: string[];
                        pages: Page$1[];
                        files: {
                            dimensions?: {
                                width: number;
                                height: number;
                            };
                            git?: {
                                oid: string;
                                path: string;
                            };
                            id: string;
                            name: string;
                            contentType: string;
                            downloadURL: string;
                            size: number;
                        }[];
                        reusableContents: {
                            markdown?: string;
                            computed?: {
                                dependencies?: {
                                    spec?: {
                                        ref: {
                                            kind: "openapi";
                                            spec: string;
                                        };
                                    };
                                };
                                props?: {
                                    doc?: string;
                                };
                                type: string;
                            };
                            computedSeed?: string;
                            git?: {
                                oid: string;
                                path: string;
                            };
                            document?: string;
                            id: string;
                            title: string;
                        }[];
                    };
                } | {
                    changeRequest: {
                        revisionMergedAncestor?: string;
                        revisionMerged?: string;
                        number: number;
                        object: "change-request";
                        status: "draft" | "open" | "archived" | "merged";
                        id: string;
                        urls: {
                            location: string;
                            app: string;
                        };
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        subject: string;
                        createdBy: {
                            email?: string;
                            photoURL?: string;
                            object: "user";
                            id: string;
                            urls: {
                                location: string;
                            };
                            displayName: string;
                        };
                        revisionInitial: string;
                        outdated: boolean;
                    };
                    type: "changeRequest";
                };
                internalLocation?: {
                    type: "anchor";
                    anchor: string;
                } | {
                    type: "node";
                    node: string;
                };
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                page: Page$1;
                kind: "page";
            } | {
                kind: "user";
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
            } | {
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                collection: {
                    description?: string;
                    parent?: string;
                    object: "collection";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
                };
                kind: "collection";
            } | {
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                kind: "space";
            } | {
                versionContext?: {
                    type: "revision";
                    revision: {
                        git?: {
                            url?: string;
                            ref?: string;
                            oid: string;
                            message: string;
                            createdByGitBook: boolean;
                        };
                        variables?: Record<string, string | number | boolean>;
                        mergedFrom?: {
                            revisionMergedAncestor?: string;
                            revisionMerged?: string;
                            number: number;
                            object: "change-request";
                            status: "draft" | "open" | "archived" | "merged";
                            id: string;
                            urls: {
                                location: string;
                                app: string;
                            };
                            createdAt: string;
                            updatedAt: string;
                            revision: string;
                            comments: number;
                            subject: string;
                            createdBy: {
                                email?: string;
                                photoURL?: string;
                                object: "user";
                                id: string;
                                urls: {
                                    location: string;
                                };
                                displayName: string;
                            };
                            revisionInitial: string;
                            outdated: boolean;
                        };
                        object: "revision";
                        id: string;
                        type: "merge" | "computed" | "edits" | "rollback" | "update";
                        urls: {
                            public?: string;
                            published?: string;
                            app: string;
                        };
                        createdAt: string;
                        parents: string[];
                        pages: Page$1[];
                        files: {
                            dimensions?: {
                                width: number;
                                height: number;
                            };
                            git?: {
                                oid: string;
                                path: string;
                            };
                            id: string;
                            name: string;
                            contentType: string;
                            downloadURL: string;
                            size: number;
                        }[];
                        reusableContents: {
                            markdown?: string;
                            computed?: {
                                dependencies?: {
                                    spec?: {
                                        ref: {
                                            kind: "openapi";
                                            spec: string;
                                        };
                                    };
                                };
                                props?: {
                                    doc?: string;
                                };
                                type: string;
                            };
                            computedSeed?: string;
                            git?: {
                                oid: string;
                                path: string;
                            };
                            document?: string;
                            id: string;
                            title: string;
                        }[];
                    };
                } | {
                    changeRequest: {
                        revisionMergedAncestor?: string;
                        revisionMerged?: string;
                        number: number;
                        object: "change-request";
                        status: "draft" | "open" | "archived" | "merged";
                        id: string;
                        urls: {
                            location: string;
                            app: string;
                        };
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        subject: string;
                        createdBy: {
                            email?: string;
                            photoURL?: string;
                            object: "user";
                            id: string;
                            urls: {
                                location: string;
                            };
                            displayName: string;
                        };
                        revisionInitial: string;
                        outdated: boolean;
                    };
                    type: "changeRequest";
                };
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                kind: "reusable-content";
                reusableContent: {
                    markdown?: string;
                    computed?: {
                        dependencies?: {
                            spec?: {
                                ref: {
                                    kind: "openapi";
                                    spec: string;
                                };
                            };
                        };
                        props?: {
                            doc?: string;
                        };
                        type: string;
                    };
                    computedSeed?: string;
                    git?: {
                        oid: string;
                        path: string;
                    };
                    document?: string;
                    id: string;
                    title: string;
                };
            } | {
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                kind: "openapi";
                openAPISpec: {
                    visibility?: "public" | "private";
                    sourceURL?: string;
                    lastVersion?: string;
                    lastProcessedAt?: string;
                    lastProcessErrorCode?: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
                    object: "openapi-spec";
                    id: string;
                    urls: {
                        published?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "edit", boolean>;
                    createdAt: string;
                    updatedAt: string;
                    slug: string;
                    processingState: "pending" | "progress" | "complete";
                };
            })[];
        }>>;
    }>>;
    readonly listChangeRequestsForSpace: Operation<"/v1/spaces/{spaceId}/change-requests", typebox.TObject<{
        status: typebox.TOptional<typebox.TUnsafe<"draft" | "open" | "archived" | "merged">>;
        contributor: typebox.TOptional<typebox.TString>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        revisionMergedAncestor?: string;
        revisionMerged?: string;
        number: number;
        object: "change-request";
        status: "draft" | "open" | "archived" | "merged";
        id: string;
        urls: {
            location: string;
            app: string;
        };
        createdAt: string;
        updatedAt: string;
        revision: string;
        comments: number;
        subject: string;
        createdBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        revisionInitial: string;
        outdated: boolean;
    }>>>;
    readonly createChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests", typebox.TObject<{}>, typebox.TObject<{
        subject: typebox.TOptional<typebox.TString>;
        agentTaskId: typebox.TOptional<typebox.TString>;
    }>, typebox.TUnsafe<{
        revisionMergedAncestor?: string;
        revisionMerged?: string;
        number: number;
        object: "change-request";
        status: "draft" | "open" | "archived" | "merged";
        id: string;
        urls: {
            location: string;
            app: string;
        };
        createdAt: string;
        updatedAt: string;
        revision: string;
        comments: number;
        subject: string;
        createdBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        revisionInitial: string;
        outdated: boolean;
    }>>;
    readonly getChangeRequestById: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}", typebox.TObject<{}>, null, typebox.TUnsafe<{
        revisionMergedAncestor?: string;
        revisionMerged?: string;
        number: number;
        object: "change-request";
        status: "draft" | "open" | "archived" | "merged";
        id: string;
        urls: {
            location: string;
            app: string;
        };
        createdAt: string;
        updatedAt: string;
        revision: string;
        comments: number;
        subject: string;
        createdBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        revisionInitial: string;
        outdated: boolean;
    }>>;
    readonly updateChangeRequestById: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}", typebox.TObject<{}>, typebox.TObject<{
        subject: typebox.TOptional<typebox.TString>;
        status: typebox.TOptional<typebox.TUnsafe<"draft" | "open" | "archived">>;
    }>, typebox.TUnsafe<{
        revisionMergedAncestor?: string;
        revisionMerged?: string;
        number: number;
        object: "change-request";
        status: "draft" | "open" | "archived" | "merged";
        id: string;
        urls: {
            location: string;
            app: string;
        };
        createdAt: string;
        updatedAt: string;
        revision: string;
        comments: number;
        subject: string;
        createdBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        revisionInitial: string;
        outdated: boolean;
    }>>;
    readonly mergeChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge", typebox.TObject<{}>, null, typebox.TObject<{
        revision: typebox.TString;
        result: typebox.TUnsafe<"merge" | "conflicts">;
        conflicts: typebox.TOptional<typebox.TArray<typebox.TUnsafe<{
            title?: string;
            base?: string;
            ours?: string;
            theirs?: string;
            id: string;
            kind: "page" | "file" | "reusable-content" | "tree";
        }>>>;
    }>>;
    readonly updateChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update", typebox.TObject<{}>, null, typebox.TObject<{
        revision: typebox.TString;
        result: typebox.TUnsafe<"update" | "conflicts">;
        conflicts: typebox.TOptional<typebox.TArray<typebox.TUnsafe<{
            title?: string;
            base?: string;
            ours?: string;
            theirs?: string;
            id: string;
            kind: "page" | "file" | "reusable-content" | "tree";
        }>>>;
    }>>;
    readonly getChangeRequestPDF: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf", typebox.TObject<{
        only: typebox.TOptional<typebox.TBoolean>;
        page: typebox.TOptional<typebox.TString>;
    }>, null, typebox.TObject<{
        url: typebox.TString;
    }>>;
    readonly listCommentsInSpace: Operation<"/v1/spaces/{spaceId}/comments", typebox.TObject<{
        order: typebox.TOptional<typebox.TUnsafe<"asc" | "desc">>;
        status: typebox.TOptional<typebox.TUnsafe<"open" | "all" | "resolved">>;
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
        targetPage: typebox.TOptional<typebox.TString>;
        authors: typebox.TOptional<typebox.TArray<typebox.TString>>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        editedAt?: string;
        resolvedAt?: string;
        resolvedBy?: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        object: "comment";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        status: "open" | "resolved";
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        target: {
            changeRequest?: string;
            review?: string;
            page?: {
                emoji?: string;
                createdAt?: string;
                updatedAt?: string;
                icon?: string;
                id: string;
                title: string;
                path: string;
                outdated: boolean;
            };
            node?: {
                preview?: string;
                id: string;
            };
            tableCell?: {
                record: string;
                definition: string;
            };
            space: string;
            revision: string;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
        replies: number;
    }>>>;
    readonly postCommentInSpace: Operation<"/v1/spaces/{spaceId}/comments", typebox.TObject<{}>, typebox.TObject<{
        body: typebox.TObject<{
            markdown: typebox.TString;
        }>;
        node: typebox.TOptional<typebox.TString>;
        page: typebox.TOptional<typebox.TString>;
    }>, typebox.TUnsafe<{
        editedAt?: string;
        resolvedAt?: string;
        resolvedBy?: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        object: "comment";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        status: "open" | "resolved";
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        target: {
            changeRequest?: string;
            review?: string;
            page?: {
                emoji?: string;
                createdAt?: string;
                updatedAt?: string;
                icon?: string;
                id: string;
                title: string;
                path: string;
                outdated: boolean;
            };
            node?: {
                preview?: string;
                id: string;
            };
            tableCell?: {
                record: string;
                definition: string;
            };
            space: string;
            revision: string;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
        replies: number;
    }>>;
    readonly getCommentInSpace: Operation<"/v1/spaces/{spaceId}/comments/{commentId}", typebox.TObject<{
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
    }>, null, typebox.TUnsafe<{
        editedAt?: string;
        resolvedAt?: string;
        resolvedBy?: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        object: "comment";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        status: "open" | "resolved";
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        target: {
            changeRequest?: string;
            review?: string;
            page?: {
                emoji?: string;
                createdAt?: string;
                updatedAt?: string;
                icon?: string;
                id: string;
                title: string;
                path: string;
                outdated: boolean;
            };
            node?: {
                preview?: string;
                id: string;
            };
            tableCell?: {
                record: string;
                definition: string;
            };
            space: string;
            revision: string;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
        replies: number;
    }>>;
    readonly updateCommentInSpace: Operation<"/v1/spaces/{spaceId}/comments/{commentId}", typebox.TObject<{}>, typebox.TObject<{
        resolved: typebox.TOptional<typebox.TBoolean>;
        body: typebox.TOptional<typebox.TObject<{
            markdown: typebox.TString;
        }>>;
        addedReactions: typebox.TOptional<typebox.TArray<typebox.TString>>;
        removedReactions: typebox.TOptional<typebox.TArray<typebox.TString>>;
    }>, typebox.TUnsafe<{
        editedAt?: string;
        resolvedAt?: string;
        resolvedBy?: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        object: "comment";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        status: "open" | "resolved";
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        target: {
            changeRequest?: string;
            review?: string;
            page?: {
                emoji?: string;
                createdAt?: string;
                updatedAt?: string;
                icon?: string;
                id: string;
                title: string;
                path: string;
                outdated: boolean;
            };
            node?: {
                preview?: string;
                id: string;
            };
            tableCell?: {
                record: string;
                definition: string;
            };
            space: string;
            revision: string;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
        replies: number;
    }>>;
    readonly deleteCommentInSpace: Operation<"/v1/spaces/{spaceId}/comments/{commentId}", typebox.TObject<{}>, null, null>;
    readonly listCommentRepliesInSpace: Operation<"/v1/spaces/{spaceId}/comments/{commentId}/replies", typebox.TObject<{
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        editedAt?: string;
        object: "comment-reply";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
    }>>>;
    readonly postCommentReplyInSpace: Operation<"/v1/spaces/{spaceId}/comments/{commentId}/replies", typebox.TObject<{}>, typebox.TObject<{
        body: typebox.TObject<{
            markdown: typebox.TString;
        }>;
    }>, typebox.TUnsafe<{
        editedAt?: string;
        object: "comment-reply";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
    }>>;
    readonly getCommentReplyInSpace: Operation<"/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}", typebox.TObject<{
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
    }>, null, typebox.TUnsafe<{
        editedAt?: string;
        object: "comment-reply";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
    }>>;
    readonly updateCommentReplyInSpace: Operation<"/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}", typebox.TObject<{}>, typebox.TObject<{
        body: typebox.TOptional<typebox.TObject<{
            markdown: typebox.TString;
        }>>;
        addedReactions: typebox.TOptional<typebox.TArray<typebox.TString>>;
        removedReactions: typebox.TOptional<typebox.TArray<typebox.TString>>;
    }>, typebox.TUnsafe<{
        editedAt?: string;
        object: "comment-reply";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
    }>>;
    readonly listCommentsInChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments", typebox.TObject<{
        order: typebox.TOptional<typebox.TUnsafe<"asc" | "desc">>;
        status: typebox.TOptional<typebox.TUnsafe<"open" | "all" | "resolved">>;
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
        targetPage: typebox.TOptional<typebox.TString>;
        authors: typebox.TOptional<typebox.TArray<typebox.TString>>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        editedAt?: string;
        resolvedAt?: string;
        resolvedBy?: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        object: "comment";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        status: "open" | "resolved";
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        target: {
            changeRequest?: string;
            review?: string;
            page?: {
                emoji?: string;
                createdAt?: string;
                updatedAt?: string;
                icon?: string;
                id: string;
                title: string;
                path: string;
                outdated: boolean;
            };
            node?: {
                preview?: string;
                id: string;
            };
            tableCell?: {
                record: string;
                definition: string;
            };
            space: string;
            revision: string;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
        replies: number;
    }>>>;
    readonly postCommentInChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments", typebox.TObject<{}>, typebox.TObject<{
        body: typebox.TObject<{
            markdown: typebox.TString;
        }>;
        node: typebox.TOptional<typebox.TString>;
        page: typebox.TOptional<typebox.TString>;
    }>, typebox.TUnsafe<{
        editedAt?: string;
        resolvedAt?: string;
        resolvedBy?: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        object: "comment";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        status: "open" | "resolved";
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        target: {
            changeRequest?: string;
            review?: string;
            page?: {
                emoji?: string;
                createdAt?: string;
                updatedAt?: string;
                icon?: string;
                id: string;
                title: string;
                path: string;
                outdated: boolean;
            };
            node?: {
                preview?: string;
                id: string;
            };
            tableCell?: {
                record: string;
                definition: string;
            };
            space: string;
            revision: string;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
        replies: number;
    }>>;
    readonly getCommentInChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}", typebox.TObject<{
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
    }>, null, typebox.TUnsafe<{
        editedAt?: string;
        resolvedAt?: string;
        resolvedBy?: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        object: "comment";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        status: "open" | "resolved";
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        target: {
            changeRequest?: string;
            review?: string;
            page?: {
                emoji?: string;
                createdAt?: string;
                updatedAt?: string;
                icon?: string;
                id: string;
                title: string;
                path: string;
                outdated: boolean;
            };
            node?: {
                preview?: string;
                id: string;
            };
            tableCell?: {
                record: string;
                definition: string;
            };
            space: string;
            revision: string;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
        replies: number;
    }>>;
    readonly updateCommentInChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}", typebox.TObject<{}>, typebox.TObject<{
        resolved: typebox.TOptional<typebox.TBoolean>;
        body: typebox.TOptional<typebox.TObject<{
            markdown: typebox.TString;
        }>>;
        addedReactions: typebox.TOptional<typebox.TArray<typebox.TString>>;
        removedReactions: typebox.TOptional<typebox.TArray<typebox.TString>>;
    }>, typebox.TUnsafe<{
        editedAt?: string;
        resolvedAt?: string;
        resolvedBy?: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        object: "comment";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        status: "open" | "resolved";
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        target: {
            changeRequest?: string;
            review?: string;
            page?: {
                emoji?: string;
                createdAt?: string;
                updatedAt?: string;
                icon?: string;
                id: string;
                title: string;
                path: string;
                outdated: boolean;
            };
            node?: {
                preview?: string;
                id: string;
            };
            tableCell?: {
                record: string;
                definition: string;
            };
            space: string;
            revision: string;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
        replies: number;
    }>>;
    readonly deleteCommentInChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}", typebox.TObject<{}>, null, null>;
    readonly listCommentRepliesInChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies", typebox.TObject<{
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        editedAt?: string;
        object: "comment-reply";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
    }>>>;
    readonly postCommentReplyInChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies", typebox.TObject<{
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
    }>, typebox.TObject<{
        body: typebox.TObject<{
            markdown: typebox.TString;
        }>;
    }>, typebox.TUnsafe<{
        editedAt?: string;
        object: "comment-reply";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
    }>>;
    readonly getCommentReplyInChangeRequest: Operation<"/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}", typebox.TObject<{
        format: typebox.TOptional<typebox.TUnsafe<"markdown" | "document">>;
    }>, null, typebox.TUnsafe<{
        editedAt?: string;
        object: "comment-reply";
        body: {
            markdown?: string;
            document?: Record<string, unknown>;
        };
        id: string;
        urls: {
            location: string;
        };
        permissions: {
            reply?: boolean;
            view: boolean;
            edit: boolean;
            delete: boolean;
        };
        postedBy: {
            email?: string;
            photoURL?: string;
            object: "user";
            id: string;
            urls: {
                location: string;
            };
            displayName: string;
        };
        postedAt: string;
        reactions: {
            emoji: string;
            count: number;
            users: {
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
                reactedAt: string;
            }[];
        }[];
    }>>;
    readonly listSiteSpaces: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/site-spaces", typebox.TObject<{
        shareKey: typebox.TOptional<typebox.TString>;
        default: typebox.TOptional<typebox.TBoolean>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        condition?: string;
        default?: boolean;
        section?: string;
        hasAdvancedCustomizationFeature?: boolean;
        object: "site-space";
        space: {
            parent?: string;
            deletedAt?: string;
            editMode?: "live" | "locked";
            gitSync?: {
                integration?: string;
                updatedAt?: string;
                repoName?: string;
                installationProvider?: "github" | "gitlab" | "github-legacy";
                url?: string;
            };
            visitorAuth?: {
                integration?: string;
                backend: "integration" | "custom";
            };
            object: "space";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                public?: string;
                published?: string;
                icon?: string;
                location: string;
                app: string;
            };
            permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
            emoji: string;
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            changeRequests: number;
            changeRequestsOpen: number;
            changeRequestsDraft: number;
        };
        id: string;
        title: string;
        urls: {
            published?: string;
        };
        path: string;
    }>>>;
    readonly addSpaceToSite: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/site-spaces", typebox.TObject<{}>, typebox.TObject<{
        spaceId: typebox.TString;
        sectionId: typebox.TOptional<typebox.TString>;
    }>, typebox.TUnsafe<{
        condition?: string;
        default?: boolean;
        section?: string;
        hasAdvancedCustomizationFeature?: boolean;
        object: "site-space";
        space: {
            parent?: string;
            deletedAt?: string;
            editMode?: "live" | "locked";
            gitSync?: {
                integration?: string;
                updatedAt?: string;
                repoName?: string;
                installationProvider?: "github" | "gitlab" | "github-legacy";
                url?: string;
            };
            visitorAuth?: {
                integration?: string;
                backend: "integration" | "custom";
            };
            object: "space";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                public?: string;
                published?: string;
                icon?: string;
                location: string;
                app: string;
            };
            permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
            emoji: string;
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            changeRequests: number;
            changeRequestsOpen: number;
            changeRequestsDraft: number;
        };
        id: string;
        title: string;
        urls: {
            published?: string;
        };
        path: string;
    }>>;
    readonly deleteSiteSpaceById: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}", typebox.TObject<{}>, null, null>;
    readonly updateSiteSpaceById: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}", typebox.TObject<{}>, typebox.TObject<{
        path: typebox.TOptional<typebox.TString>;
        condition: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
        spaceId: typebox.TOptional<typebox.TString>;
    }>, typebox.TUnsafe<{
        condition?: string;
        default?: boolean;
        section?: string;
        hasAdvancedCustomizationFeature?: boolean;
        object: "site-space";
        space: {
            parent?: string;
            deletedAt?: string;
            editMode?: "live" | "locked";
            gitSync?: {
                integration?: string;
                updatedAt?: string;
                repoName?: string;
                installationProvider?: "github" | "gitlab" | "github-legacy";
                url?: string;
            };
            visitorAuth?: {
                integration?: string;
                backend: "integration" | "custom";
            };
            object: "space";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                public?: string;
                published?: string;
                icon?: string;
                location: string;
                app: string;
            };
            permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
            emoji: string;
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            changeRequests: number;
            changeRequestsOpen: number;
            changeRequestsDraft: number;
        };
        id: string;
        title: string;
        urls: {
            published?: string;
        };
        path: string;
    }>>;
    readonly moveSiteSpace: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move", typebox.TObject<{}>, typebox.TObject<{
        position: typebox.TOptional<typebox.TObject<{
            before: typebox.TOptional<typebox.TObject<{
                type: typebox.TLiteral<"site-space">;
                siteSpace: typebox.TString;
            }>>;
            after: typebox.TOptional<typebox.TObject<{
                type: typebox.TLiteral<"site-space">;
                siteSpace: typebox.TString;
            }>>;
        }>>;
    }>, typebox.TUnsafe<{
        condition?: string;
        default?: boolean;
        section?: string;
        hasAdvancedCustomizationFeature?: boolean;
        object: "site-space";
        space: {
            parent?: string;
            deletedAt?: string;
            editMode?: "live" | "locked";
            gitSync?: {
                integration?: string;
                updatedAt?: string;
                repoName?: string;
                installationProvider?: "github" | "gitlab" | "github-legacy";
                url?: string;
            };
            visitorAuth?: {
                integration?: string;
                backend: "integration" | "custom";
            };
            object: "space";
            organization: string;
            id: string;
            title: string;
            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
            urls: {
                public?: string;
                published?: string;
                icon?: string;
                location: string;
                app: string;
            };
            permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
            emoji: string;
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
            createdAt: string;
            updatedAt: string;
            revision: string;
            comments: number;
            changeRequests: number;
            changeRequestsOpen: number;
            changeRequestsDraft: number;
        };
        id: string;
        title: string;
        urls: {
            published?: string;
        };
        path: string;
    }>>;
    readonly listSiteSectionGroups: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/section-groups", typebox.TObject<{
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        icon?: string;
        object: "site-section-group";
        id: string;
        title: string;
        sections: {
            description?: string;
            icon?: string;
            condition?: string;
            default?: boolean;
            sectionGroup?: string;
            object: "site-section";
            id: string;
            title: string;
            urls: {
                published?: string;
            };
            path: string;
            siteSpaces: {
                condition?: string;
                default?: boolean;
                section?: string;
                hasAdvancedCustomizationFeature?: boolean;
                object: "site-space";
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                id: string;
                title: string;
                urls: {
                    published?: string;
                };
                path: string;
            }[];
        }[];
    }>>>;
    readonly addSectionGroupToSite: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/section-groups", typebox.TObject<{}>, typebox.TObject<{
        title: typebox.TString;
        icon: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
        sections: typebox.TOptional<typebox.TArray<typebox.TString>>;
    }>, typebox.TUnsafe<{
        icon?: string;
        object: "site-section-group";
        id: string;
        title: string;
        sections: {
            description?: string;
            icon?: string;
            condition?: string;
            default?: boolean;
            sectionGroup?: string;
            object: "site-section";
            id: string;
            title: string;
            urls: {
                published?: string;
            };
            path: string;
            siteSpaces: {
                condition?: string;
                default?: boolean;
                section?: string;
                hasAdvancedCustomizationFeature?: boolean;
                object: "site-space";
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                id: string;
                title: string;
                urls: {
                    published?: string;
                };
                path: string;
            }[];
        }[];
    }>>;
    readonly deleteSiteSectionGroupById: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}", typebox.TObject<{}>, null, null>;
    readonly updateSiteSectionGroupById: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}", typebox.TObject<{}>, typebox.TObject<{
        title: typebox.TOptional<typebox.TString>;
        icon: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
    }>, typebox.TUnsafe<{
        icon?: string;
        object: "site-section-group";
        id: string;
        title: string;
        sections: {
            description?: string;
            icon?: string;
            condition?: string;
            default?: boolean;
            sectionGroup?: string;
            object: "site-section";
            id: string;
            title: string;
            urls: {
                published?: string;
            };
            path: string;
            siteSpaces: {
                condition?: string;
                default?: boolean;
                section?: string;
                hasAdvancedCustomizationFeature?: boolean;
                object: "site-space";
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                id: string;
                title: string;
                urls: {
                    published?: string;
                };
                path: string;
            }[];
        }[];
    }>>;
    readonly addSectionToGroup: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections", typebox.TObject<{}>, typebox.TObject<{
        sectionId: typebox.TString;
    }>, typebox.TUnsafe<{
        icon?: string;
        object: "site-section-group";
        id: string;
        title: string;
        sections: {
            description?: string;
            icon?: string;
            condition?: string;
            default?: boolean;
            sectionGroup?: string;
            object: "site-section";
            id: string;
            title: string;
            urls: {
                published?: string;
            };
            path: string;
            siteSpaces: {
                condition?: string;
                default?: boolean;
                section?: string;
                hasAdvancedCustomizationFeature?: boolean;
                object: "site-space";
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                id: string;
                title: string;
                urls: {
                    published?: string;
                };
                path: string;
            }[];
        }[];
    }>>;
    readonly removeSectionFromGroup: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}", typebox.TObject<{}>, null, null>;
    readonly moveSiteSectionGroup: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move", typebox.TObject<{}>, typebox.TObject<{
        position: typebox.TOptional<typebox.TObject<{
            before: typebox.TOptional<typebox.TObject<{
                type: typebox.TUnsafe<"site-section" | "site-section-group">;
                id: typebox.TString;
            }>>;
            after: typebox.TOptional<typebox.TObject<{
                type: typebox.TUnsafe<"site-section" | "site-section-group">;
                id: typebox.TString;
            }>>;
        }>>;
    }>, typebox.TUnsafe<{
        icon?: string;
        object: "site-section-group";
        id: string;
        title: string;
        sections: {
            description?: string;
            icon?: string;
            condition?: string;
            default?: boolean;
            sectionGroup?: string;
            object: "site-section";
            id: string;
            title: string;
            urls: {
                published?: string;
            };
            path: string;
            siteSpaces: {
                condition?: string;
                default?: boolean;
                section?: string;
                hasAdvancedCustomizationFeature?: boolean;
                object: "site-space";
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                id: string;
                title: string;
                urls: {
                    published?: string;
                };
                path: string;
            }[];
        }[];
    }>>;
    readonly listSiteSections: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/sections", typebox.TObject<{
        shareKey: typebox.TOptional<typebox.TString>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        description?: string;
        icon?: string;
        condition?: string;
        default?: boolean;
        sectionGroup?: string;
        object: "site-section";
        id: string;
        title: string;
        urls: {
            published?: string;
        };
        path: string;
        siteSpaces: {
            condition?: string;
            default?: boolean;
            section?: string;
            hasAdvancedCustomizationFeature?: boolean;
            object: "site-space";
            space: {
                parent?: string;
                deletedAt?: string;
                editMode?: "live" | "locked";
                gitSync?: {
                    integration?: string;
                    updatedAt?: string;
                    repoName?: string;
                    installationProvider?: "github" | "gitlab" | "github-legacy";
                    url?: string;
                };
                visitorAuth?: {
                    integration?: string;
                    backend: "integration" | "custom";
                };
                object: "space";
                organization: string;
                id: string;
                title: string;
                defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                urls: {
                    public?: string;
                    published?: string;
                    icon?: string;
                    location: string;
                    app: string;
                };
                permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                emoji: string;
                visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                createdAt: string;
                updatedAt: string;
                revision: string;
                comments: number;
                changeRequests: number;
                changeRequestsOpen: number;
                changeRequestsDraft: number;
            };
            id: string;
            title: string;
            urls: {
                published?: string;
            };
            path: string;
        }[];
    }>>>;
    readonly addSectionToSite: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/sections", typebox.TObject<{}>, typebox.TObject<{
        spaceId: typebox.TString;
        title: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
        icon: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
    }>, typebox.TUnsafe<{
        description?: string;
        icon?: string;
        condition?: string;
        default?: boolean;
        sectionGroup?: string;
        object: "site-section";
        id: string;
        title: string;
        urls: {
            published?: string;
        };
        path: string;
        siteSpaces: {
            condition?: string;
            default?: boolean;
            section?: string;
            hasAdvancedCustomizationFeature?: boolean;
            object: "site-space";
            space: {
                parent?: string;
                deletedAt?: string;
                editMode?: "live" | "locked";
                gitSync?: {
                    integration?: string;
                    updatedAt?: string;
                    repoName?: string;
                    installationProvider?: "github" | "gitlab" | "github-legacy";
                    url?: string;
                };
                visitorAuth?: {
                    integration?: string;
                    backend: "integration" | "custom";
                };
                object: "space";
                organization: string;
                id: string;
                title: string;
                defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                urls: {
                    public?: string;
                    published?: string;
                    icon?: string;
                    location: string;
                    app: string;
                };
                permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                emoji: string;
                visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                createdAt: string;
                updatedAt: string;
                revision: string;
                comments: number;
                changeRequests: number;
                changeRequestsOpen: number;
                changeRequestsDraft: number;
            };
            id: string;
            title: string;
            urls: {
                published?: string;
            };
            path: string;
        }[];
    }>>;
    readonly deleteSiteSectionById: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}", typebox.TObject<{}>, null, null>;
    readonly updateSiteSectionById: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}", typebox.TObject<{}>, typebox.TObject<{
        title: typebox.TOptional<typebox.TString>;
        path: typebox.TOptional<typebox.TString>;
        defaultSiteSpace: typebox.TOptional<typebox.TString>;
        condition: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
        icon: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
        description: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
    }>, typebox.TUnsafe<{
        description?: string;
        icon?: string;
        condition?: string;
        default?: boolean;
        sectionGroup?: string;
        object: "site-section";
        id: string;
        title: string;
        urls: {
            published?: string;
        };
        path: string;
        siteSpaces: {
            condition?: string;
            default?: boolean;
            section?: string;
            hasAdvancedCustomizationFeature?: boolean;
            object: "site-space";
            space: {
                parent?: string;
                deletedAt?: string;
                editMode?: "live" | "locked";
                gitSync?: {
                    integration?: string;
                    updatedAt?: string;
                    repoName?: string;
                    installationProvider?: "github" | "gitlab" | "github-legacy";
                    url?: string;
                };
                visitorAuth?: {
                    integration?: string;
                    backend: "integration" | "custom";
                };
                object: "space";
                organization: string;
                id: string;
                title: string;
                defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                urls: {
                    public?: string;
                    published?: string;
                    icon?: string;
                    location: string;
                    app: string;
                };
                permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                emoji: string;
                visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                createdAt: string;
                updatedAt: string;
                revision: string;
                comments: number;
                changeRequests: number;
                changeRequestsOpen: number;
                changeRequestsDraft: number;
            };
            id: string;
            title: string;
            urls: {
                published?: string;
            };
            path: string;
        }[];
    }>>;
    readonly moveSiteSection: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move", typebox.TObject<{}>, typebox.TObject<{
        position: typebox.TOptional<typebox.TObject<{
            before: typebox.TOptional<typebox.TObject<{
                type: typebox.TLiteral<"site-section">;
                siteSection: typebox.TString;
            }>>;
            after: typebox.TOptional<typebox.TObject<{
                type: typebox.TLiteral<"site-section">;
                siteSection: typebox.TString;
            }>>;
        }>>;
    }>, typebox.TUnsafe<{
        description?: string;
        icon?: string;
        condition?: string;
        default?: boolean;
        sectionGroup?: string;
        object: "site-section";
        id: string;
        title: string;
        urls: {
            published?: string;
        };
        path: string;
        siteSpaces: {
            condition?: string;
            default?: boolean;
            section?: string;
            hasAdvancedCustomizationFeature?: boolean;
            object: "site-space";
            space: {
                parent?: string;
                deletedAt?: string;
                editMode?: "live" | "locked";
                gitSync?: {
                    integration?: string;
                    updatedAt?: string;
                    repoName?: string;
                    installationProvider?: "github" | "gitlab" | "github-legacy";
                    url?: string;
                };
                visitorAuth?: {
                    integration?: string;
                    backend: "integration" | "custom";
                };
                object: "space";
                organization: string;
                id: string;
                title: string;
                defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                urls: {
                    public?: string;
                    published?: string;
                    icon?: string;
                    location: string;
                    app: string;
                };
                permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                emoji: string;
                visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                createdAt: string;
                updatedAt: string;
                revision: string;
                comments: number;
                changeRequests: number;
                changeRequestsOpen: number;
                changeRequestsDraft: number;
            };
            id: string;
            title: string;
            urls: {
                published?: string;
            };
            path: string;
        }[];
    }>>;
    readonly listSites: Operation<"/v1/orgs/{organizationId}/sites", typebox.TObject<{
        space: typebox.TOptional<typebox.TString>;
        title: typebox.TOptional<typebox.TString>;
        published: typebox.TOptional<typebox.TBoolean>;
        type: typebox.TOptional<typebox.TArray<typebox.TUnsafe<"basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium">>>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        icon?: {
            emoji?: string;
            icon?: {
                light: string;
                dark: string;
            };
        } | null;
        hostname?: string;
        basename?: string;
        proxy?: {
            target: string;
            origin: string;
        };
        adaptiveContent?: {
            enabled: boolean;
        };
        ads?: {
            reason?: string;
            submittable?: boolean;
            topic?: string;
            zoneId?: string;
            status: "pending" | "live" | "in-review" | "rejected" | "disabled";
        };
        object: "site";
        id: string;
        title: string;
        type: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
        urls: {
            published?: string;
            location: string;
            app: string;
        };
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth";
        createdAt: string;
        published: boolean;
        siteSpaces: number;
        agentsContext: "excluded" | "included";
        features: {
            customizations?: string[];
            id: "sites-adaptive-content" | "sites-advanced-customization" | "sites-advanced-insights" | "sites-ads" | "sites-ai-search" | "sites-ai-assistant" | "sites-api-playground" | "sites-basic-customization" | "sites-custom-domain" | "sites-custom-fonts" | "sites-custom-subdirectory" | "sites-full-text-search" | "sites-multivariant-site" | "sites-no-custom-domain" | "sites-page-feedback" | "sites-page-traffic-insights" | "sites-pdf-export" | "sites-preview-deployments" | "sites-public-visibility" | "sites-redirects" | "sites-search-insights" | "sites-sections" | "sites-seo" | "sites-share-links" | "sites-unlisted-visibility" | "sites-user-contribution" | "sites-visitor-authentication" | "sites-visitors";
            plan: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
            frozen: boolean;
        }[];
    }>>>;
    readonly createSite: Operation<"/v1/orgs/{organizationId}/sites", typebox.TObject<{}>, typebox.TObject<{
        type: typebox.TOptional<typebox.TUnsafe<"basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium">>;
        title: typebox.TOptional<typebox.TString>;
        visibility: typebox.TOptional<typebox.TUnsafe<"public" | "unlisted" | "share-link" | "visitor-auth">>;
        spaces: typebox.TOptional<typebox.TUnion<[typebox.TArray<typebox.TString>, typebox.TUnsafe<"sample" | "empty">]>>;
    }>, typebox.TUnsafe<{
        icon?: {
            emoji?: string;
            icon?: {
                light: string;
                dark: string;
            };
        } | null;
        hostname?: string;
        basename?: string;
        proxy?: {
            target: string;
            origin: string;
        };
        adaptiveContent?: {
            enabled: boolean;
        };
        ads?: {
            reason?: string;
            submittable?: boolean;
            topic?: string;
            zoneId?: string;
            status: "pending" | "live" | "in-review" | "rejected" | "disabled";
        };
        object: "site";
        id: string;
        title: string;
        type: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
        urls: {
            published?: string;
            location: string;
            app: string;
        };
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth";
        createdAt: string;
        published: boolean;
        siteSpaces: number;
        agentsContext: "excluded" | "included";
        features: {
            customizations?: string[];
            id: "sites-adaptive-content" | "sites-advanced-customization" | "sites-advanced-insights" | "sites-ads" | "sites-ai-search" | "sites-ai-assistant" | "sites-api-playground" | "sites-basic-customization" | "sites-custom-domain" | "sites-custom-fonts" | "sites-custom-subdirectory" | "sites-full-text-search" | "sites-multivariant-site" | "sites-no-custom-domain" | "sites-page-feedback" | "sites-page-traffic-insights" | "sites-pdf-export" | "sites-preview-deployments" | "sites-public-visibility" | "sites-redirects" | "sites-search-insights" | "sites-sections" | "sites-seo" | "sites-share-links" | "sites-unlisted-visibility" | "sites-user-contribution" | "sites-visitor-authentication" | "sites-visitors";
            plan: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
            frozen: boolean;
        }[];
    }>>;
    readonly getSiteById: Operation<"/v1/orgs/{organizationId}/sites/{siteId}", typebox.TObject<{}>, null, typebox.TUnsafe<{
        icon?: {
            emoji?: string;
            icon?: {
                light: string;
                dark: string;
            };
        } | null;
        hostname?: string;
        basename?: string;
        proxy?: {
            target: string;
            origin: string;
        };
        adaptiveContent?: {
            enabled: boolean;
        };
        ads?: {
            reason?: string;
            submittable?: boolean;
            topic?: string;
            zoneId?: string;
            status: "pending" | "live" | "in-review" | "rejected" | "disabled";
        };
        object: "site";
        id: string;
        title: string;
        type: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
        urls: {
            published?: string;
            location: string;
            app: string;
        };
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth";
        createdAt: string;
        published: boolean;
        siteSpaces: number;
        agentsContext: "excluded" | "included";
        features: {
            customizations?: string[];
            id: "sites-adaptive-content" | "sites-advanced-customization" | "sites-advanced-insights" | "sites-ads" | "sites-ai-search" | "sites-ai-assistant" | "sites-api-playground" | "sites-basic-customization" | "sites-custom-domain" | "sites-custom-fonts" | "sites-custom-subdirectory" | "sites-full-text-search" | "sites-multivariant-site" | "sites-no-custom-domain" | "sites-page-feedback" | "sites-page-traffic-insights" | "sites-pdf-export" | "sites-preview-deployments" | "sites-public-visibility" | "sites-redirects" | "sites-search-insights" | "sites-sections" | "sites-seo" | "sites-share-links" | "sites-unlisted-visibility" | "sites-user-contribution" | "sites-visitor-authentication" | "sites-visitors";
            plan: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
            frozen: boolean;
        }[];
    }>>;
    readonly deleteSiteById: Operation<"/v1/orgs/{organizationId}/sites/{siteId}", typebox.TObject<{}>, null, null>;
    readonly updateSiteById: Operation<"/v1/orgs/{organizationId}/sites/{siteId}", typebox.TObject<{}>, typebox.TObject<{
        title: typebox.TOptional<typebox.TString>;
        visibility: typebox.TOptional<typebox.TUnsafe<"public" | "unlisted" | "share-link" | "visitor-auth">>;
        basename: typebox.TOptional<typebox.TString>;
        adaptiveContent: typebox.TOptional<typebox.TObject<{
            enabled: typebox.TBoolean;
        }>>;
        agentsContext: typebox.TOptional<typebox.TUnsafe<"excluded" | "included">>;
        defaultSiteSpace: typebox.TOptional<typebox.TString>;
        defaultSiteSection: typebox.TOptional<typebox.TString>;
        proxy: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
    }>, typebox.TUnsafe<{
        icon?: {
            emoji?: string;
            icon?: {
                light: string;
                dark: string;
            };
        } | null;
        hostname?: string;
        basename?: string;
        proxy?: {
            target: string;
            origin: string;
        };
        adaptiveContent?: {
            enabled: boolean;
        };
        ads?: {
            reason?: string;
            submittable?: boolean;
            topic?: string;
            zoneId?: string;
            status: "pending" | "live" | "in-review" | "rejected" | "disabled";
        };
        object: "site";
        id: string;
        title: string;
        type: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
        urls: {
            published?: string;
            location: string;
            app: string;
        };
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth";
        createdAt: string;
        published: boolean;
        siteSpaces: number;
        agentsContext: "excluded" | "included";
        features: {
            customizations?: string[];
            id: "sites-adaptive-content" | "sites-advanced-customization" | "sites-advanced-insights" | "sites-ads" | "sites-ai-search" | "sites-ai-assistant" | "sites-api-playground" | "sites-basic-customization" | "sites-custom-domain" | "sites-custom-fonts" | "sites-custom-subdirectory" | "sites-full-text-search" | "sites-multivariant-site" | "sites-no-custom-domain" | "sites-page-feedback" | "sites-page-traffic-insights" | "sites-pdf-export" | "sites-preview-deployments" | "sites-public-visibility" | "sites-redirects" | "sites-search-insights" | "sites-sections" | "sites-seo" | "sites-share-links" | "sites-unlisted-visibility" | "sites-user-contribution" | "sites-visitor-authentication" | "sites-visitors";
            plan: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
            frozen: boolean;
        }[];
    }>>;
    readonly getSiteAdaptiveSchema: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema", typebox.TObject<{}>, null, typebox.TUnsafe<{
        object: "site-adaptive-schema";
        updatedAt: string;
        jsonSchema: AdaptiveJSONSchema;
    }>>;
    readonly updateSiteAdaptiveSchema: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema", typebox.TObject<{}>, typebox.TObject<{
        jsonSchema: typebox.TUnsafe<AdaptiveJSONSchema>;
    }>, typebox.TUnsafe<{
        object: "site-adaptive-schema";
        updatedAt: string;
        jsonSchema: AdaptiveJSONSchema;
    }>>;
    readonly listSiteAdaptiveTemplateConditions: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions", typebox.TObject<{}>, null, typebox.TObject<{
        items: typebox.TArray<typebox.TObject<{
            description: typebox.TString;
            condition: typebox.TString;
        }>>;
    }>>;
    readonly getPublishedContentSite: Operation<"/v1/orgs/{organizationId}/sites/{siteId}/published", typebox.TObject<{
        shareKey: typebox.TOptional<typebox.TString>;
    }>, null, typebox.TUnsafe<{
        scripts?: {
            contentSecurityPolicy?: string;
            cookies?: boolean;
            script: string;
        }[];
        object: "published-content-site";
        site: {
            icon?: {
                emoji?: string;
                icon?: {
                    light: string;
                    dark: string;
                };
            } | null;
            hostname?: string;
            basename?: string;
            proxy?: {
                target: string;
                origin: string;
            };
            adaptiveContent?: {
                enabled: boolean;
            };
            ads?: {
                reason?: string;
                submittable?: boolean;
                topic?: string;
                zoneId?: string;
                status: "pending" | "live" | "in-review" | "rejected" | "disabled";
            };
            object: "site";
            id: string;
            title: string;
            type: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
            urls: {
                published?: string;
                location: string;
                app: string;
            };
            visibility: "public" | "unlisted" | "share-link" | "visitor-auth";
            createdAt: string;
            published: boolean;
            siteSpaces: number;
            agentsContext: "excluded" | "included";
            features: {
                customizations?: string[];
                id: "sites-adaptive-content" | "sites-advanced-customization" | "sites-advanced-insights" | "sites-ads" | "sites-ai-search" | "sites-ai-assistant" | "sites-api-playground" | "sites-basic-customization" | "sites-custom-domain" | "sites-custom-fonts" | "sites-custom-subdirectory" | "sites-full-text-search" | "sites-multivariant-site" | "sites-no-custom-domain" | "sites-page-feedback" | "sites-page-traffic-insights" | "sites-pdf-export" | "sites-preview-deployments" | "sites-public-visibility" | "sites-redirects" | "sites-search-insights" | "sites-sections" | "sites-seo" | "sites-share-links" | "sites-unlisted-visibility" | "sites-user-contribution" | "sites-visitor-authentication" | "sites-visitors";
                plan: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
                frozen: boolean;
            }[];
        };
        customizations: {
            siteSpaces?: Record<string, {
                title?: string;
                ai?: {
                    mode: "none" | "search" | "assistant";
                };
                git?: {
                    showEditLink: boolean;
                };
                announcement?: {
                    link?: {
                        title: string;
                        to: {
                            kind: "file";
                            file: string;
                        } | {
                            url: string;
                            kind: "url";
                        } | {
                            space?: string;
                            page: string;
                            kind: "page";
                        } | {
                            space?: string;
                            page?: string;
                            kind: "anchor";
                            anchor: string;
                        } | {
                            kind: "user";
                            user: string;
                        } | {
                            collection: string;
                            kind: "collection";
                        } | {
                            space: string;
                            kind: "space";
                        } | {
                            space?: string;
                            kind: "reusable-content";
                            reusableContent: string;
                        } | {
                            kind: "openapi";
                            spec: string;
                        };
                    };
                    message: string;
                    enabled: boolean;
                    style: "warning" | "info" | "danger" | "success";
                };
                aiSearch?: {
                    enabled: boolean;
                };
                advancedCustomization?: {
                    enabled: boolean;
                };
                pageActions?: {
                    markdown: boolean;
                    externalAI: boolean;
                };
                externalLinks?: {
                    target: "self" | "blank";
                };
                pagination?: {
                    enabled: boolean;
                };
                trademark?: {
                    enabled: boolean;
                };
                privacyPolicy?: {
                    url?: string;
                };
                socialPreview?: {
                    url?: string;
                };
                insights?: {
                    trackingCookie: boolean;
                };
                styling: {
                    tint?: {
                        color: {
                            light: string;
                            dark: string;
                        };
                    };
                    depth?: "subtle" | "flat";
                    monospaceFont?: "FiraCode" | "IBMPlexMono" | "JetBrainsMono" | "SourceCodePro" | "RobotoMono" | "SpaceMono" | "DMMono" | "Inconsolata" | {
                        id: string;
                        custom: boolean;
                        fontFamily: string;
                        fontFaces: {
                            weight: number;
                            sources: {
                                format?: "woff2" | "woff";
                                url: string;
                            }[];
                        }[];
                    };
                    background?: "plain" | "match";
                    theme: "clean" | "muted" | "bold" | "gradient";
                    primaryColor: {
                        light: string;
                        dark: string;
                    };
                    infoColor: {
                        light: string;
                        dark: string;
                    };
                    successColor: {
                        light: string;
                        dark: string;
                    };
                    warningColor: {
                        light: string;
                        dark: string;
                    };
                    dangerColor: {
                        light: string;
                        dark: string;
                    };
                    corners: "straight" | "rounded" | "circular";
                    links: "default" | "accent";
                    font: "ABCFavorit" | "Inter" | "Roboto" | "RobotoSlab" | "OpenSans" | "SourceSansPro" | "Lato" | "Ubuntu" | "Raleway" | "Merriweather" | "Overpass" | "NotoSans" | "IBMPlexSerif" | "Poppins" | "FiraSans" | {
                        id: string;
                        custom: boolean;
                        fontFamily: string;
                        fontFaces: {
                            weight: number;
                            sources: {
                                format?: "woff2" | "woff";
                                url: string;
                            }[];
                        }[];
                    };
                    icons: "light" | "regular" | "solid" | "duotone" | "thin";
                    sidebar: {
                        background: "default" | "filled";
                        list: "default" | "pill" | "line";
                    };
                    search: "subtle" | "prominent";
                };
                internationalization: {
                    locale: "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "pt-br";
                };
                favicon: {
                    emoji?: string;
                    icon?: {
                        light: string;
                        dark: string;
                    };
                };
                header: {
                    logo?: {
                        light: string;
                        dark: string;
                    };
                    preset?: "none" | "custom" | "default" | "bold" | "contrast";
                    backgroundColor?: {
                        light: string;
                        dark: string;
                    };
                    linkColor?: {
                        light: string;
                        dark: string;
                    };
                    links: {
                        condition?: string;
                        style?: "link" | "button-primary" | "button-secondary";
                        title: string;
                        links: {
                            title: string;
                            to: {
                                kind: "file";
                                file: string;
                            } | {
                                url: string;
                                kind: "url";
                            } | {
                                space?: string;
                                page: string;
                                kind: "page";
                            } | {
                                space?: string;
                                page?: string;
                                kind: "anchor";
                                anchor: string;
                            } | {
                                kind: "user";
                                user: string;
                            } | {
                                collection: string;
                                kind: "collection";
                            } | {
                                space: string;
                                kind: "space";
                            } | {
                                space?: string;
                                kind: "reusable-content";
                                reusableContent: string;
                            } | {
                                kind: "openapi";
                                spec: string;
                            };
                        }[];
                        to: {
                            kind: "file";
                            file: string;
                        } | {
                            url: string;
                            kind: "url";
                        } | {
                            space?: string;
                            page: string;
                            kind: "page";
                        } | {
                            space?: string;
                            page?: string;
                            kind: "anchor";
                            anchor: string;
                        } | {
                            kind: "user";
                            user: string;
                        } | {
                            collection: string;
                            kind: "collection";
                        } | {
                            space: string;
                            kind: "space";
                        } | {
                            space?: string;
                            kind: "reusable-content";
                            reusableContent: string;
                        } | {
                            kind: "openapi";
                            spec: string;
                        } | null;
                    }[];
                };
                footer: {
                    logo?: {
                        light: string;
                        dark: string;
                    };
                    copyright?: string;
                    groups: {
                        title: string;
                        links: {
                            title: string;
                            to: {
                                kind: "file";
                                file: string;
                            } | {
                                url: string;
                                kind: "url";
                            } | {
                                space?: string;
                                page: string;
                                kind: "page";
                            } | {
                                space?: string;
                                page?: string;
                                kind: "anchor";
                                anchor: string;
                            } | {
                                kind: "user";
                                user: string;
                            } | {
                                collection: string;
                                kind: "collection";
                            } | {
                                space: string;
                                kind: "space";
                            } | {
                                space?: string;
                                kind: "reusable-content";
                                reusableContent: string;
                            } | {
                                kind: "openapi";
                                spec: string;
                            };
                        }[];
                    }[];
                };
                themes: {
                    default: "light" | "dark";
                    toggeable: boolean;
                };
                pdf: {
                    enabled: boolean;
                };
                feedback: {
                    enabled: boolean;
                };
            }>;
            site: {
                title?: string;
                ai?: {
                    mode: "none" | "search" | "assistant";
                };
                git?: {
                    showEditLink: boolean;
                };
                announcement?: {
                    link?: {
                        title: string;
                        to: {
                            kind: "file";
                            file: string;
                        } | {
                            url: string;
                            kind: "url";
                        } | {
                            space?: string;
                            page: string;
                            kind: "page";
                        } | {
                            space?: string;
                            page?: string;
                            kind: "anchor";
                            anchor: string;
                        } | {
                            kind: "user";
                            user: string;
                        } | {
                            collection: string;
                            kind: "collection";
                        } | {
                            space: string;
                            kind: "space";
                        } | {
                            space?: string;
                            kind: "reusable-content";
                            reusableContent: string;
                        } | {
                            kind: "openapi";
                            spec: string;
                        };
                    };
                    message: string;
                    enabled: boolean;
                    style: "warning" | "info" | "danger" | "success";
                };
                aiSearch?: {
                    enabled: boolean;
                };
                advancedCustomization?: {
                    enabled: boolean;
                };
                pageActions?: {
                    markdown: boolean;
                    externalAI: boolean;
                };
                externalLinks?: {
                    target: "self" | "blank";
                };
                pagination?: {
                    enabled: boolean;
                };
                trademark?: {
                    enabled: boolean;
                };
                privacyPolicy?: {
                    url?: string;
                };
                socialPreview?: {
                    url?: string;
                };
                insights?: {
                    trackingCookie: boolean;
                };
                styling: {
                    tint?: {
                        color: {
                            light: string;
                            dark: string;
                        };
                    };
                    depth?: "subtle" | "flat";
                    monospaceFont?: "FiraCode" | "IBMPlexMono" | "JetBrainsMono" | "SourceCodePro" | "RobotoMono" | "SpaceMono" | "DMMono" | "Inconsolata" | {
                        id: string;
                        custom: boolean;
                        fontFamily: string;
                        fontFaces: {
                            weight: number;
                            sources: {
                                format?: "woff2" | "woff";
                                url: string;
                            }[];
                        }[];
                    };
                    background?: "plain" | "match";
                    theme: "clean" | "muted" | "bold" | "gradient";
                    primaryColor: {
                        light: string;
                        dark: string;
                    };
                    infoColor: {
                        light: string;
                        dark: string;
                    };
                    successColor: {
                        light: string;
                        dark: string;
                    };
                    warningColor: {
                        light: string;
                        dark: string;
                    };
                    dangerColor: {
                        light: string;
                        dark: string;
                    };
                    corners: "straight" | "rounded" | "circular";
                    links: "default" | "accent";
                    font: "ABCFavorit" | "Inter" | "Roboto" | "RobotoSlab" | "OpenSans" | "SourceSansPro" | "Lato" | "Ubuntu" | "Raleway" | "Merriweather" | "Overpass" | "NotoSans" | "IBMPlexSerif" | "Poppins" | "FiraSans" | {
                        id: string;
                        custom: boolean;
                        fontFamily: string;
                        fontFaces: {
                            weight: number;
                            sources: {
                                format?: "woff2" | "woff";
                                url: string;
                            }[];
                        }[];
                    };
                    icons: "light" | "regular" | "solid" | "duotone" | "thin";
                    sidebar: {
                        background: "default" | "filled";
                        list: "default" | "pill" | "line";
                    };
                    search: "subtle" | "prominent";
                };
                internationalization: {
                    locale: "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "pt-br";
                };
                favicon: {
                    emoji?: string;
                    icon?: {
                        light: string;
                        dark: string;
                    };
                };
                header: {
                    logo?: {
                        light: string;
                        dark: string;
                    };
                    preset?: "none" | "custom" | "default" | "bold" | "contrast";
                    backgroundColor?: {
                        light: string;
                        dark: string;
                    };
                    linkColor?: {
                        light: string;
                        dark: string;
                    };
                    links: {
                        condition?: string;
                        style?: "link" | "button-primary" | "button-secondary";
                        title: string;
                        links: {
                            title: string;
                            to: {
                                kind: "file";
                                file: string;
                            } | {
                                url: string;
                                kind: "url";
                            } | {
                                space?: string;
                                page: string;
                                kind: "page";
                            } | {
                                space?: string;
                                page?: string;
                                kind: "anchor";
                                anchor: string;
                            } | {
                                kind: "user";
                                user: string;
                            } | {
                                collection: string;
                                kind: "collection";
                            } | {
                                space: string;
                                kind: "space";
                            } | {
                                space?: string;
                                kind: "reusable-content";
                                reusableContent: string;
                            } | {
                                kind: "openapi";
                                spec: string;
                            };
                        }[];
                        to: {
                            kind: "file";
                            file: string;
                        } | {
                            url: string;
                            kind: "url";
                        } | {
                            space?: string;
                            page: string;
                            kind: "page";
                        } | {
                            space?: string;
                            page?: string;
                            kind: "anchor";
                            anchor: string;
                        } | {
                            kind: "user";
                            user: string;
                        } | {
                            collection: string;
                            kind: "collection";
                        } | {
                            space: string;
                            kind: "space";
                        } | {
                            space?: string;
                            kind: "reusable-content";
                            reusableContent: string;
                        } | {
                            kind: "openapi";
                            spec: string;
                        } | null;
                    }[];
                };
                footer: {
                    logo?: {
                        light: string;
                        dark: string;
                    };
                    copyright?: string;
                    groups: {
                        title: string;
                        links: {
                            title: string;
                            to: {
                                kind: "file";
                                file: string;
                            } | {
                                url: string;
                                kind: "url";
                            } | {
                                space?: string;
                                page: string;
                                kind: "page";
                            } | {
                                space?: string;
                                page?: string;
                                kind: "anchor";
                                anchor: string;
                            } | {
                                kind: "user";
                                user: string;
                            } | {
                                collection: string;
                                kind: "collection";
                            } | {
                                space: string;
                                kind: "space";
                            } | {
                                space?: string;
                                kind: "reusable-content";
                                reusableContent: string;
                            } | {
                                kind: "openapi";
                                spec: string;
                            };
                        }[];
                    }[];
                };
                themes: {
                    default: "light" | "dark";
                    toggeable: boolean;
                };
                pdf: {
                    enabled: boolean;
                };
                feedback: {
                    enabled: boolean;
                };
            };
        };
        structure: {
            type: "sections";
            structure: ({
                description?: string;
                icon?: string;
                condition?: string;
                default?: boolean;
                sectionGroup?: string;
                object: "site-section";
                id: string;
                title: string;
                urls: {
                    published?: string;
                };
                path: string;
                siteSpaces: {
                    condition?: string;
                    default?: boolean;
                    section?: string;
                    hasAdvancedCustomizationFeature?: boolean;
                    object: "site-space";
                    space: {
                        parent?: string;
                        deletedAt?: string;
                        editMode?: "live" | "locked";
                        gitSync?: {
                            integration?: string;
                            updatedAt?: string;
                            repoName?: string;
                            installationProvider?: "github" | "gitlab" | "github-legacy";
                            url?: string;
                        };
                        visitorAuth?: {
                            integration?: string;
                            backend: "integration" | "custom";
                        };
                        object: "space";
                        organization: string;
                        id: string;
                        title: string;
                        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                        urls: {
                            public?: string;
                            published?: string;
                            icon?: string;
                            location: string;
                            app: string;
                        };
                        permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                        emoji: string;
                        visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        changeRequests: number;
                        changeRequestsOpen: number;
                        changeRequestsDraft: number;
                    };
                    id: string;
                    title: string;
                    urls: {
                        published?: string;
                    };
                    path: string;
                }[];
            } | {
                icon?: string;
                object: "site-section-group";
                id: string;
                title: string;
                sections: {
                    description?: string;
                    icon?: string;
                    condition?: string;
                    default?: boolean;
                    sectionGroup?: string;
                    object: "site-section";
                    id: string;
                    title: string;
                    urls: {
                        published?: string;
                    };
                    path: string;
                    siteSpaces: {
                        condition?: string;
                        default?: boolean;
                        section?: string;
                        hasAdvancedCustomizationFeature?: boolean;
                        object: "site-space";
                        space: {
                            parent?: string;
                            deletedAt?: string;
                            editMode?: "live" | "locked";
                            gitSync?: {
                                integration?: string;
                                updatedAt?: string;
                                repoName?: string;
                                installationProvider?: "github" | "gitlab" | "github-legacy";
                                url?: string;
                            };
                            visitorAuth?: {
                                integration?: string;
                                backend: "integration" | "custom";
                            };
                            object: "space";
                            organization: string;
                            id: string;
                            title: string;
                            defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                            urls: {
                                public?: string;
                                published?: string;
                                icon?: string;
                                location: string;
                                app: string;
                            };
                            permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                            emoji: string;
                            visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                            createdAt: string;
                            updatedAt: string;
                            revision: string;
                            comments: number;
                            changeRequests: number;
                            changeRequestsOpen: number;
                            changeRequestsDraft: number;
                        };
                        id: string;
                        title: string;
                        urls: {
                            published?: string;
                        };
                        path: string;
                    }[];
                }[];
            })[];
        } | {
            type: "siteSpaces";
            structure: {
                condition?: string;
                default?: boolean;
                section?: string;
                hasAdvancedCustomizationFeature?: boolean;
                object: "site-space";
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                id: string;
                title: string;
                urls: {
                    published?: string;
                };
                path: string;
            }[];
        };
    }>>;
    readonly getSpaceById: Operation<"/v1/spaces/{spaceId}", typebox.TObject<{
        shareKey: typebox.TOptional<typebox.TString>;
    }>, null, typebox.TUnsafe<{
        parent?: string;
        deletedAt?: string;
        editMode?: "live" | "locked";
        gitSync?: {
            integration?: string;
            updatedAt?: string;
            repoName?: string;
            installationProvider?: "github" | "gitlab" | "github-legacy";
            url?: string;
        };
        visitorAuth?: {
            integration?: string;
            backend: "integration" | "custom";
        };
        object: "space";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            public?: string;
            published?: string;
            icon?: string;
            location: string;
            app: string;
        };
        permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
        emoji: string;
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
        createdAt: string;
        updatedAt: string;
        revision: string;
        comments: number;
        changeRequests: number;
        changeRequestsOpen: number;
        changeRequestsDraft: number;
    }>>;
    readonly deleteSpaceById: Operation<"/v1/spaces/{spaceId}", typebox.TObject<{}>, null, null>;
    readonly updateSpaceById: Operation<"/v1/spaces/{spaceId}", typebox.TObject<{}>, typebox.TObject<{
        editMode: typebox.TOptional<typebox.TUnsafe<"live" | "locked">>;
        title: typebox.TOptional<typebox.TString>;
        defaultLevel: typebox.TOptional<typebox.TUnion<[typebox.TUnsafe<"comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit">, typebox.TNull]>>;
        emoji: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
        icon: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
    }>, typebox.TUnsafe<{
        parent?: string;
        deletedAt?: string;
        editMode?: "live" | "locked";
        gitSync?: {
            integration?: string;
            updatedAt?: string;
            repoName?: string;
            installationProvider?: "github" | "gitlab" | "github-legacy";
            url?: string;
        };
        visitorAuth?: {
            integration?: string;
            backend: "integration" | "custom";
        };
        object: "space";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            public?: string;
            published?: string;
            icon?: string;
            location: string;
            app: string;
        };
        permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
        emoji: string;
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
        createdAt: string;
        updatedAt: string;
        revision: string;
        comments: number;
        changeRequests: number;
        changeRequestsOpen: number;
        changeRequestsDraft: number;
    }>>;
    readonly duplicateSpace: Operation<"/v1/spaces/{spaceId}/duplicate", typebox.TObject<{}>, null, typebox.TUnsafe<{
        parent?: string;
        deletedAt?: string;
        editMode?: "live" | "locked";
        gitSync?: {
            integration?: string;
            updatedAt?: string;
            repoName?: string;
            installationProvider?: "github" | "gitlab" | "github-legacy";
            url?: string;
        };
        visitorAuth?: {
            integration?: string;
            backend: "integration" | "custom";
        };
        object: "space";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            public?: string;
            published?: string;
            icon?: string;
            location: string;
            app: string;
        };
        permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
        emoji: string;
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
        createdAt: string;
        updatedAt: string;
        revision: string;
        comments: number;
        changeRequests: number;
        changeRequestsOpen: number;
        changeRequestsDraft: number;
    }>>;
    readonly restoreSpace: Operation<"/v1/spaces/{spaceId}/restore", typebox.TObject<{}>, null, typebox.TUnsafe<{
        parent?: string;
        deletedAt?: string;
        editMode?: "live" | "locked";
        gitSync?: {
            integration?: string;
            updatedAt?: string;
            repoName?: string;
            installationProvider?: "github" | "gitlab" | "github-legacy";
            url?: string;
        };
        visitorAuth?: {
            integration?: string;
            backend: "integration" | "custom";
        };
        object: "space";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            public?: string;
            published?: string;
            icon?: string;
            location: string;
            app: string;
        };
        permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
        emoji: string;
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
        createdAt: string;
        updatedAt: string;
        revision: string;
        comments: number;
        changeRequests: number;
        changeRequestsOpen: number;
        changeRequestsDraft: number;
    }>>;
    readonly moveSpace: Operation<"/v1/spaces/{spaceId}/move", typebox.TObject<{}>, typebox.TObject<{
        parent: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
        position: typebox.TOptional<typebox.TObject<{
            before: typebox.TOptional<typebox.TUnion<[typebox.TObject<{
                type: typebox.TLiteral<"space">;
                space: typebox.TString;
            }>, typebox.TObject<{
                type: typebox.TLiteral<"collection">;
                collection: typebox.TString;
            }>]>>;
            after: typebox.TOptional<typebox.TUnion<[typebox.TObject<{
                type: typebox.TLiteral<"space">;
                space: typebox.TString;
            }>, typebox.TObject<{
                type: typebox.TLiteral<"collection">;
                collection: typebox.TString;
            }>]>>;
        }>>;
    }>, typebox.TUnsafe<{
        parent?: string;
        deletedAt?: string;
        editMode?: "live" | "locked";
        gitSync?: {
            integration?: string;
            updatedAt?: string;
            repoName?: string;
            installationProvider?: "github" | "gitlab" | "github-legacy";
            url?: string;
        };
        visitorAuth?: {
            integration?: string;
            backend: "integration" | "custom";
        };
        object: "space";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            public?: string;
            published?: string;
            icon?: string;
            location: string;
            app: string;
        };
        permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
        emoji: string;
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
        createdAt: string;
        updatedAt: string;
        revision: string;
        comments: number;
        changeRequests: number;
        changeRequestsOpen: number;
        changeRequestsDraft: number;
    }>>;
    readonly transferSpace: Operation<"/v1/spaces/{spaceId}/transfer", typebox.TObject<{}>, typebox.TObject<{
        organization: typebox.TString;
    }>, typebox.TUnsafe<{
        parent?: string;
        deletedAt?: string;
        editMode?: "live" | "locked";
        gitSync?: {
            integration?: string;
            updatedAt?: string;
            repoName?: string;
            installationProvider?: "github" | "gitlab" | "github-legacy";
            url?: string;
        };
        visitorAuth?: {
            integration?: string;
            backend: "integration" | "custom";
        };
        object: "space";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            public?: string;
            published?: string;
            icon?: string;
            location: string;
            app: string;
        };
        permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
        emoji: string;
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
        createdAt: string;
        updatedAt: string;
        revision: string;
        comments: number;
        changeRequests: number;
        changeRequestsOpen: number;
        changeRequestsDraft: number;
    }>>;
    readonly listSpaceLinks: Operation<"/v1/spaces/{spaceId}/links", typebox.TObject<{
        status: typebox.TOptional<typebox.TUnsafe<"in-app" | "ok" | "broken">>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TObject<{
        next: typebox.TOptional<typebox.TObject<{
            page: typebox.TString;
        }>>;
        count: typebox.TOptional<typebox.TNumber>;
        stats: typebox.TObject<{
            total: typebox.TNumber;
            broken: typebox.TObject<{
                total: typebox.TNumber;
                changeRequest: typebox.TOptional<typebox.TNumber>;
            }>;
        }>;
        items: typebox.TArray<typebox.TUnsafe<{
            targetReference?: {
                versionContext?: {
                    type: "revision";
                    revision: {
                        git?: {
                            url?: string;
                            ref?: string;
                            oid: string;
                            message: string;
                            createdByGitBook: boolean;
                        };
                        variables?: Record<string, string | number | boolean>;
                        mergedFrom?: {
                            revisionMergedAncestor?: string;
                            revisionMerged?: string;
                            number: number;
                            object: "change-request";
                            status: "draft" | "open" | "archived" | "merged";
                            id: string;
                            urls: {
                                location: string;
                                app: string;
                            };
                            createdAt: string;
                            updatedAt: string;
                            revision: string;
                            comments: number;
                            subject: string;
                            createdBy: {
                                email?: string;
                                photoURL?: string;
                                object: "user";
                                id: string;
                                urls: {
                                    location: string;
                                };
                                displayName: string;
                            };
                            revisionInitial: string;
                            outdated: boolean;
                        };
                        object: "revision";
                        id: string;
                        type: "merge" | "computed" | "edits" | "rollback" | "update";
                        urls: {
                            public?: string;
                            published?: string;
                            app: string;
                        };
                        createdAt: string;
                        parents: string[];
                        pages: Page$1[];
                        files: {
                            dimensions?: {
                                width: number;
                                height: number;
                            };
                            git?: {
                                oid: string;
                                path: string;
                            };
                            id: string;
                            name: string;
                            contentType: string;
                            downloadURL: string;
                            size: number;
                        }[];
                        reusableContents: {
                            markdown?: string;
                            computed?: {
                                dependencies?: {
                                    spec?: {
                                        ref: {
                                            kind: "openapi";
                                            spec: string;
                                        };
                                    };
                                };
                                props?: {
                                    doc?: string;
                                };
                                type: string;
                            };
                            computedSeed?: string;
                            git?: {
                                oid: string;
                                path: string;
                            };
                            document?: string;
                            id: string;
                            title: string;
                        }[];
                    };
                } | {
                    changeRequest: {
                        revisionMergedAncestor?: string;
                        revisionMerged?: string;
                        number: number;
                        object: "change-request";
                        status: "draft" | "open" | "archived" | "merged";
                        id: string;
                        urls: {
                            location: string;
                            app: string;
                        };
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        subject: string;
                        createdBy: {
                            email?: string;
                            photoURL?: string;
                            object: "user";
                            id: string;
                            urls: {
                                location: string;
                            };
                            displayName: string;
                        };
                        revisionInitial: string;
                        outdated: boolean;
                    };
                    type: "changeRequest";
                };
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                kind: "file";
                file: {
                    dimensions?: {
                        width: number;
                        height: number;
                    };
                    git?: {
                        oid: string;
                        path: string;
                    };
                    id: string;
                    name: string;
                    contentType: string;
                    downloadURL: string;
                    size: number;
                };
            } | {
                url: string;
                kind: "url";
            } | {
                versionContext?: {
                    type: "revision";
                    revision: {
                        git?: {
                            url?: string;
                            ref?: string;
                            oid: string;
                            message: string;
                            createdByGitBook: boolean;
                        };
                        variables?: Record<string, string | number | boolean>;
                        mergedFrom?: {
                            revisionMergedAncestor?: string;
                            revisionMerged?: string;
                            number: number;
                            object: "change-request";
                            status: "draft" | "open" | "archived" | "merged";
                            id: string;
                            urls: {
                                location: string;
                                app: string;
                            };
                            createdAt: string;
                            updatedAt: string;
                            revision: string;
                            comments: number;
                            subject: string;
                            createdBy: {
                                email?: string;
                                photoURL?: string;
                                object: "user";
                                id: string;
                                urls: {
                                    location: string;
                                };
                                displayName: string;
                            };
                            revisionInitial: string;
                            outdated: boolean;
                        };
                        object: "revision";
                        id: string;
                        type: "merge" | "computed" | "edits" | "rollback" | "update";
                        urls: {
                            public?: string;
                            published?: string;
                            app: string;
                        };
                        createdAt: string;
                        parents: string[];
                        pages: Page$1[];
                        files: {
                            dimensions?: {
                                width: number;
                                height: number;
                            };
                            git?: {
                                oid: string;
                                path: string;
                            };
                            id: string;
                            name: string;
                            contentType: string;
                            downloadURL: string;
                            size: number;
                        }[];
                        reusableContents: {
                            markdown?: string;
                            computed?: {
                                dependencies?: {
                                    spec?: {
                                        ref: {
                                            kind: "openapi";
                                            spec: string;
                                        };
                                    };
                                };
                                props?: {
                                    doc?: string;
                                };
                                type: string;
                            };
                            computedSeed?: string;
                            git?: {
                                oid: string;
                                path: string;
                            };
                            document?: string;
                            id: string;
                            title: string;
                        }[];
                    };
                } | {
                    changeRequest: {
                        revisionMergedAncestor?: string;
                        revisionMerged?: string;
                        number: number;
                        object: "change-request";
                        status: "draft" | "open" | "archived" | "merged";
                        id: string;
                        urls: {
                            location: string;
                            app: string;
                        };
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        subject: string;
                        createdBy: {
                            email?: string;
                            photoURL?: string;
                            object: "user";
                            id: string;
                            urls: {
                                location: string;
                            };
                            displayName: string;
                        };
                        revisionInitial: string;
                        outdated: boolean;
                    };
                    type: "changeRequest";
                };
                internalLocation?: {
                    type: "anchor";
                    anchor: string;
                } | {
                    type: "node";
                    node: string;
                };
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                page: Page$1;
                kind: "page";
            } | {
                kind: "user";
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
            } | {
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                collection: {
                    description?: string;
                    parent?: string;
                    object: "collection";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
                };
                kind: "collection";
            } | {
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                kind: "space";
            } | {
                versionContext?: {
                    type: "revision";
                    revision: {
                        git?: {
                            url?: string;
                            ref?: string;
                            oid: string;
                            message: string;
                            createdByGitBook: boolean;
                        };
                        variables?: Record<string, string | number | boolean>;
                        mergedFrom?: {
                            revisionMergedAncestor?: string;
                            revisionMerged?: string;
                            number: number;
                            object: "change-request";
                            status: "draft" | "open" | "archived" | "merged";
                            id: string;
                            urls: {
                                location: string;
                                app: string;
                            };
                            createdAt: string;
                            updatedAt: string;
                            revision: string;
                            comments: number;
                            subject: string;
                            createdBy: {
                                email?: string;
                                photoURL?: string;
                                object: "user";
                                id: string;
                                urls: {
                                    location: string;
                                };
                                displayName: string;
                            };
                            revisionInitial: string;
                            outdated: boolean;
                        };
                        object: "revision";
                        id: string;
                        type: "merge" | "computed" | "edits" | "rollback" | "update";
                        urls: {
                            public?: string;
                            published?: string;
                            app: string;
                        };
                        createdAt: string;
                        parents: string[];
                        pages: Page$1[];
                        files: {
                            dimensions?: {
                                width: number;
                                height: number;
                            };
                            git?: {
                                oid: string;
                                path: string;
                            };
                            id: string;
                            name: string;
                            contentType: string;
                            downloadURL: string;
                            size: number;
                        }[];
                        reusableContents: {
                            markdown?: string;
                            computed?: {
                                dependencies?: {
                                    spec?: {
                                        ref: {
                                            kind: "openapi";
                                            spec: string;
                                        };
                                    };
                                };
                                props?: {
                                    doc?: string;
                                };
                                type: string;
                            };
                            computedSeed?: string;
                            git?: {
                                oid: string;
                                path: string;
                            };
                            document?: string;
                            id: string;
                            title: string;
                        }[];
                    };
                } | {
                    changeRequest: {
                        revisionMergedAncestor?: string;
                        revisionMerged?: string;
                        number: number;
                        object: "change-request";
                        status: "draft" | "open" | "archived" | "merged";
                        id: string;
                        urls: {
                            location: string;
                            app: string;
                        };
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        subject: string;
                        createdBy: {
                            email?: string;
                            photoURL?: string;
                            object: "user";
                            id: string;
                            urls: {
                                location: string;
                            };
                            displayName: string;
                        };
                        revisionInitial: string;
                        outdated: boolean;
                    };
                    type: "changeRequest";
                };
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                kind: "reusable-content";
                reusableContent: {
                    markdown?: string;
                    computed?: {
                        dependencies?: {
                            spec?: {
                                ref: {
                                    kind: "openapi";
                                    spec: string;
                                };
                            };
                        };
                        props?: {
                            doc?: string;
                        };
                        type: string;
                    };
                    computedSeed?: string;
                    git?: {
                        oid: string;
                        path: string;
                    };
                    document?: string;
                    id: string;
                    title: string;
                };
            } | {
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                kind: "openapi";
                openAPISpec: {
                    visibility?: "public" | "private";
                    sourceURL?: string;
                    lastVersion?: string;
                    lastProcessedAt?: string;
                    lastProcessErrorCode?: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
                    object: "openapi-spec";
                    id: string;
                    urls: {
                        published?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "edit", boolean>;
                    createdAt: string;
                    updatedAt: string;
                    slug: string;
                    processingState: "pending" | "progress" | "complete";
                };
            };
            status: "in-app" | "ok" | "broken";
            relation: "reference" | "dependsOn";
            locationReferences: ({
                versionContext?: {
                    type: "revision";
                    revision: {
                        git?: {
                            url?: string;
                            ref?: string;
                            oid: string;
                            message: string;
                            createdByGitBook: boolean;
                        };
                        variables?: Record<string, string | number | boolean>;
                        mergedFrom?: {
                            revisionMergedAncestor?: string;
                            revisionMerged?: string;
                            number: number;
                            object: "change-request";
                            status: "draft" | "open" | "archived" | "merged";
                            id: string;
                            urls: {
                                location: string;
                                app: string;
                            };
                            createdAt: string;
                            updatedAt: string;
                            revision: string;
                            comments: number;
                            subject: string;
                            createdBy: {
                                email?: string;
                                photoURL?: string;
                                object: "user";
                                id: string;
                                urls: {
                                    location: string;
                                };
                                displayName: string;
                            };
                            revisionInitial: string;
                            outdated: boolean;
                        };
                        object: "revision";
                        id: string;
                        type: "merge" | "computed" | "edits" | "rollback" | "update";
                        urls: {
                            public?: string;
                            published?: string;
                            app: string;
                        };
                        createdAt: string;
                        parents: string[];
                        pages: Page$1[];
                        files: {
                            dimensions?: {
                                width: number;
                                height: number;
                            };
                            git?: {
                                oid: string;
                                path: string;
                            };
                            id: string;
                            name: string;
                            contentType: string;
                            downloadURL: string;
                            size: number;
                        }[];
                        reusableContents: {
                            markdown?: string;
                            computed?: {
                                dependencies?: {
                                    spec?: {
                                        ref: {
                                            kind: "openapi";
                                            spec: string;
                                        };
                                    };
                                };
                                props?: {
                                    doc?: string;
                                };
                                type: string;
                            };
                            computedSeed?: string;
                            git?: {
                                oid: string;
                                path: string;
                            };
                            document?: string;
                            id: string;
                            title: string;
                        }[];
                    };
                } | {
                    changeRequest: {
                        revisionMergedAncestor?: string;
                        revisionMerged?: string;
                        number: number;
                        object: "change-request";
                        status: "draft" | "open" | "archived" | "merged";
                        id: string;
                        urls: {
                            location: string;
                            app: string;
                        };
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        subject: string;
                        createdBy: {
                            email?: string;
                            photoURL?: string;
                            object: "user";
                            id: string;
                            urls: {
                                location: string;
                            };
                            displayName: string;
                        };
                        revisionInitial: string;
                        outdated: boolean;
                    };
                    type: "changeRequest";
                };
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                kind: "file";
                file: {
                    dimensions?: {
                        width: number;
                        height: number;
                    };
                    git?: {
                        oid: string;
                        path: string;
                    };
                    id: string;
                    name: string;
                    contentType: string;
                    downloadURL: string;
                    size: number;
                };
            } | {
                url: string;
                kind: "url";
            } | {
                versionContext?: {
                    type: "revision";
                    revision: {
                        git?: {
                            url?: string;
                            ref?: string;
                            oid: string;
                            message: string;
                            createdByGitBook: boolean;
                        };
                        variables?: Record<string, string | number | boolean>;
                        mergedFrom?: {
                            revisionMergedAncestor?: string;
                            revisionMerged?: string;
                            number: number;
                            object: "change-request";
                            status: "draft" | "open" | "archived" | "merged";
                            id: string;
                            urls: {
                                location: string;
                                app: string;
                            };
                            createdAt: string;
                            updatedAt: string;
                            revision: string;
                            comments: number;
                            subject: string;
                            createdBy: {
                                email?: string;
                                photoURL?: string;
                                object: "user";
                                id: string;
                                urls: {
                                    location: string;
                                };
                                displayName: string;
                            };
                            revisionInitial: string;
                            outdated: boolean;
                        };
                        object: "revision";
                        id: string;
                        type: "merge" | "computed" | "edits" | "rollback" | "update";
                        urls: {
                            public?: string;
                            published?: string;
                            app: string;
                        };
                        createdAt: string;
                        parents: string[];
                        pages: Page$1[];
                        files: {
                            dimensions?: {
                                width: number;
                                height: number;
                            };
                            git?: {
                                oid: string;
                                path: string;
                            };
                            id: string;
                            name: string;
                            contentType: string;
                            downloadURL: string;
                            size: number;
                        }[];
                        reusableContents: {
                            markdown?: string;
                            computed?: {
                                dependencies?: {
                                    spec?: {
                                        ref: {
                                            kind: "openapi";
                                            spec: string;
                                        };
                                    };
                                };
                                props?: {
                                    doc?: string;
                                };
                                type: string;
                            };
                            computedSeed?: string;
                            git?: {
                                oid: string;
                                path: string;
                            };
                            document?: string;
                            id: string;
                            title: string;
                        }[];
                    };
                } | {
                    changeRequest: {
                        revisionMergedAncestor?: string;
                        revisionMerged?: string;
                        number: number;
                        object: "change-request";
                        status: "draft" | "open" | "archived" | "merged";
                        id: string;
                        urls: {
                            location: string;
                            app: string;
                        };
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        subject: string;
                        createdBy: {
                            email?: string;
                            photoURL?: string;
                            object: "user";
                            id: string;
                            urls: {
                                location: string;
                            };
                            displayName: string;
                        };
                        revisionInitial: string;
                        outdated: boolean;
                    };
                    type: "changeRequest";
                };
                internalLocation?: {
                    type: "anchor";
                    anchor: string;
                } | {
                    type: "node";
                    node: string;
                };
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                page: Page$1;
                kind: "page";
            } | {
                kind: "user";
                user: {
                    email?: string;
                    photoURL?: string;
                    object: "user";
                    id: string;
                    urls: {
                        location: string;
                    };
                    displayName: string;
                };
            } | {
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                collection: {
                    description?: string;
                    parent?: string;
                    object: "collection";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
                };
                kind: "collection";
            } | {
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                kind: "space";
            } | {
                versionContext?: {
                    type: "revision";
                    revision: {
                        git?: {
                            url?: string;
                            ref?: string;
                            oid: string;
                            message: string;
                            createdByGitBook: boolean;
                        };
                        variables?: Record<string, string | number | boolean>;
                        mergedFrom?: {
                            revisionMergedAncestor?: string;
                            revisionMerged?: string;
                            number: number;
                            object: "change-request";
                            status: "draft" | "open" | "archived" | "merged";
                            id: string;
                            urls: {
                                location: string;
                                app: string;
                            };
                            createdAt: string;
                            updatedAt: string;
                            revision: string;
                            comments: number;
                            subject: string;
                            createdBy: {
                                email?: string;
                                photoURL?: string;
                                object: "user";
                                id: string;
                                urls: {
                                    location: string;
                                };
                                displayName: string;
                            };
                            revisionInitial: string;
                            outdated: boolean;
                        };
                        object: "revision";
                        id: string;
                        type: "merge" | "computed" | "edits" | "rollback" | "update";
                        urls: {
                            public?: string;
                            published?: string;
                            app: string;
                        };
                        createdAt: string;
                        parents: string[];
                        pages: Page$1[];
                        files: {
                            dimensions?: {
                                width: number;
                                height: number;
                            };
                            git?: {
                                oid: string;
                                path: string;
                            };
                            id: string;
                            name: string;
                            contentType: string;
                            downloadURL: string;
                            size: number;
                        }[];
                        reusableContents: {
                            markdown?: string;
                            computed?: {
                                dependencies?: {
                                    spec?: {
                                        ref: {
                                            kind: "openapi";
                                            spec: string;
                                        };
                                    };
                                };
                                props?: {
                                    doc?: string;
                                };
                                type: string;
                            };
                            computedSeed?: string;
                            git?: {
                                oid: string;
                                path: string;
                            };
                            document?: string;
                            id: string;
                            title: string;
                        }[];
                    };
                } | {
                    changeRequest: {
                        revisionMergedAncestor?: string;
                        revisionMerged?: string;
                        number: number;
                        object: "change-request";
                        status: "draft" | "open" | "archived" | "merged";
                        id: string;
                        urls: {
                            location: string;
                            app: string;
                        };
                        createdAt: string;
                        updatedAt: string;
                        revision: string;
                        comments: number;
                        subject: string;
                        createdBy: {
                            email?: string;
                            photoURL?: string;
                            object: "user";
                            id: string;
                            urls: {
                                location: string;
                            };
                            displayName: string;
                        };
                        revisionInitial: string;
                        outdated: boolean;
                    };
                    type: "changeRequest";
                };
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                space: {
                    parent?: string;
                    deletedAt?: string;
                    editMode?: "live" | "locked";
                    gitSync?: {
                        integration?: string;
                        updatedAt?: string;
                        repoName?: string;
                        installationProvider?: "github" | "gitlab" | "github-legacy";
                        url?: string;
                    };
                    visitorAuth?: {
                        integration?: string;
                        backend: "integration" | "custom";
                    };
                    object: "space";
                    organization: string;
                    id: string;
                    title: string;
                    defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
                    urls: {
                        public?: string;
                        published?: string;
                        icon?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
                    emoji: string;
                    visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
                    createdAt: string;
                    updatedAt: string;
                    revision: string;
                    comments: number;
                    changeRequests: number;
                    changeRequestsOpen: number;
                    changeRequestsDraft: number;
                };
                kind: "reusable-content";
                reusableContent: {
                    markdown?: string;
                    computed?: {
                        dependencies?: {
                            spec?: {
                                ref: {
                                    kind: "openapi";
                                    spec: string;
                                };
                            };
                        };
                        props?: {
                            doc?: string;
                        };
                        type: string;
                    };
                    computedSeed?: string;
                    git?: {
                        oid: string;
                        path: string;
                    };
                    document?: string;
                    id: string;
                    title: string;
                };
            } | {
                organization: {
                    hostname?: string;
                    useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
                    communityType?: "nonProfit" | "openSource" | "education";
                    defaultRole?: "comment" | "admin" | "create" | "edit" | "review" | "read" | null;
                    defaultContent?: {
                        site: string;
                        type: "site";
                    };
                    sso?: boolean;
                    ai?: boolean;
                    billing?: {
                        endDate?: string;
                        pricing?: Record<string, unknown>;
                        interval: "monthly" | "yearly";
                        hasPaymentFailed: boolean;
                        isScheduledToCancel: boolean;
                    };
                    customHostname?: string;
                    blocked?: {
                        reason: "security";
                    };
                    internal_isOnNewTrial?: boolean;
                    internal_billingMigration?: {
                        deadline?: string;
                        discountPercent?: number;
                        discountEndDate?: string;
                    };
                    object: "organization";
                    id: string;
                    title: string;
                    type: "business" | "community";
                    urls: {
                        logo?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "admin" | "ownTeam" | "createContent" | "createOpenAPISpec" | "viewBilling" | "listMembers" | "listTeams" | "listIntegrations", boolean>;
                    createdAt: string;
                    emailDomains: string[];
                    inviteLinks: boolean;
                    plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro";
                    trial: {
                        endDate?: string;
                        decision?: "downgrade";
                        status: "none" | "notapplicable" | "active" | "ended" | "expired";
                    };
                };
                kind: "openapi";
                openAPISpec: {
                    visibility?: "public" | "private";
                    sourceURL?: string;
                    lastVersion?: string;
                    lastProcessedAt?: string;
                    lastProcessErrorCode?: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
                    object: "openapi-spec";
                    id: string;
                    urls: {
                        published?: string;
                        location: string;
                        app: string;
                    };
                    permissions: Record<"view" | "edit", boolean>;
                    createdAt: string;
                    updatedAt: string;
                    slug: string;
                    processingState: "pending" | "progress" | "complete";
                };
            })[];
        }>>;
    }>>;
    readonly getCollectionById: Operation<"/v1/collections/{collectionId}", typebox.TObject<{}>, null, typebox.TUnsafe<{
        description?: string;
        parent?: string;
        object: "collection";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            location: string;
            app: string;
        };
        permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
    }>>;
    readonly deleteCollectionById: Operation<"/v1/collections/{collectionId}", typebox.TObject<{}>, null, null>;
    readonly updateCollectionById: Operation<"/v1/collections/{collectionId}", typebox.TObject<{}>, typebox.TObject<{
        title: typebox.TOptional<typebox.TString>;
        description: typebox.TOptional<typebox.TString>;
        defaultLevel: typebox.TOptional<typebox.TUnion<[typebox.TUnsafe<"comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit">, typebox.TNull]>>;
    }>, typebox.TUnsafe<{
        description?: string;
        parent?: string;
        object: "collection";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            location: string;
            app: string;
        };
        permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
    }>>;
    readonly listSpacesInCollectionById: Operation<"/v1/collections/{collectionId}/spaces", typebox.TObject<{
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        parent?: string;
        deletedAt?: string;
        editMode?: "live" | "locked";
        gitSync?: {
            integration?: string;
            updatedAt?: string;
            repoName?: string;
            installationProvider?: "github" | "gitlab" | "github-legacy";
            url?: string;
        };
        visitorAuth?: {
            integration?: string;
            backend: "integration" | "custom";
        };
        object: "space";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            public?: string;
            published?: string;
            icon?: string;
            location: string;
            app: string;
        };
        permissions: Record<"access" | "comment" | "view" | "admin" | "viewInviteLinks" | "edit" | "triggerGitSync" | "merge" | "review", boolean>;
        emoji: string;
        visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
        createdAt: string;
        updatedAt: string;
        revision: string;
        comments: number;
        changeRequests: number;
        changeRequestsOpen: number;
        changeRequestsDraft: number;
    }>>>;
    readonly moveCollection: Operation<"/v1/collections/{collectionId}/move", typebox.TObject<{}>, typebox.TObject<{
        parent: typebox.TOptional<typebox.TUnion<[typebox.TString, typebox.TNull]>>;
        position: typebox.TOptional<typebox.TObject<{
            before: typebox.TOptional<typebox.TUnion<[typebox.TObject<{
                type: typebox.TLiteral<"space">;
                space: typebox.TString;
            }>, typebox.TObject<{
                type: typebox.TLiteral<"collection">;
                collection: typebox.TString;
            }>]>>;
            after: typebox.TOptional<typebox.TUnion<[typebox.TObject<{
                type: typebox.TLiteral<"space">;
                space: typebox.TString;
            }>, typebox.TObject<{
                type: typebox.TLiteral<"collection">;
                collection: typebox.TString;
            }>]>>;
        }>>;
    }>, typebox.TUnsafe<{
        description?: string;
        parent?: string;
        object: "collection";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            location: string;
            app: string;
        };
        permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
    }>>;
    readonly transferCollection: Operation<"/v1/collections/{collectionId}/transfer", typebox.TObject<{}>, typebox.TObject<{
        organization: typebox.TString;
    }>, typebox.TUnsafe<{
        description?: string;
        parent?: string;
        object: "collection";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            location: string;
            app: string;
        };
        permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
    }>>;
    readonly listCollectionsInOrganizationById: Operation<"/v1/orgs/{organizationId}/collections", typebox.TObject<{
        nested: typebox.TOptional<typebox.TBoolean>;
        page: typebox.TOptional<typebox.TString>;
        limit: typebox.TOptional<typebox.TInteger>;
    }>, null, typebox.TUnsafe<Page<{
        description?: string;
        parent?: string;
        object: "collection";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            location: string;
            app: string;
        };
        permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
    }>>>;
    readonly createCollection: Operation<"/v1/orgs/{organizationId}/collections", typebox.TObject<{}>, typebox.TObject<{
        title: typebox.TOptional<typebox.TString>;
        parent: typebox.TOptional<typebox.TString>;
    }>, typebox.TUnsafe<{
        description?: string;
        parent?: string;
        object: "collection";
        organization: string;
        id: string;
        title: string;
        defaultLevel: "comment" | "admin" | "create" | "edit" | "review" | "read" | "inherit" | null;
        urls: {
            location: string;
            app: string;
        };
        permissions: Record<"view" | "admin" | "viewInviteLinks" | "create", boolean>;
    }>>;
};
type Operations = typeof operations;
type OperationId = keyof Operations;
/** The values of the braces of an operation's path. */
type ParamsOf<Id extends OperationId> = Static<Operations[Id]['params']>;
/** The query of an operation, as typed values. */
type QueryOf<Id extends OperationId> = Operations[Id]['query'] extends TSchema ? Static<Operations[Id]['query']> : never;
/** The body that an operation takes; `undefined` when it takes none. */
type BodyOf<Id extends OperationId> = StaticOrNothing<Operations[Id]['body']>;
/** What an operation answers with; `undefined` when the answer is empty. */
type ResultOf<Id extends OperationId> = StaticOrNothing<Operations[Id]['success']['schema']>;
/** The operations that answer page by page. */
type ListOperationId = {
    [Id in OperationId]: ResultOf<Id> extends {
        items: (infer _)[];
        next?: {
            page: string;
        };
    } ? Id : never;
}[OperationId];
/** One item of a list operation. */
type ItemOf<Id extends OperationId> = ResultOf<Id> extends {
    items: (infer Item)[];
} ? Item : never;

/** What each call may say beside its operation's own input. */
interface CallOptions {
    readonly signal?: AbortSignal;
    readonly timeoutMs?: number;
    readonly maxBytes?: number;
    /** Of a list: takes the items that are not as agreed, which are left out; without it, one of them fails the call. */
    readonly onBadItem?: (bad: {
        item: unknown;
        reason: AppError;
    }) => void;
}
type Empty = Record<never, never>;
type ParamsInput<Id extends OperationId> = keyof ParamsOf<Id> extends never ? Empty : {
    readonly params: ParamsOf<Id>;
};
type QueryInput<Id extends OperationId> = Empty extends QueryOf<Id> ? {
    readonly query?: QueryOf<Id>;
} : {
    readonly query: QueryOf<Id>;
};
type BodyInput<Id extends OperationId> = Operations[Id]['body'] extends null ? Empty : {
    readonly body: BodyOf<Id>;
};
/** The three bags of an operation: path, query and body never mix. */
type CallInput<Id extends OperationId> = ParamsInput<Id> & QueryInput<Id> & BodyInput<Id> & CallOptions;
/** The input as an argument: may be left out when nothing in it is required. */
type CallArguments<Id extends OperationId> = Empty extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>];
/** The loose form behind {@link CallInput}, for code that works over all operations. */
interface LooseInput extends CallOptions {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
}

/** What a server may offer beyond the specification, in the parts that come and go together. */
declare const features: {
    readonly user: readonly ["getAuthenticatedUser"];
    readonly organizationSpaces: readonly ["listSpacesInOrganizationById", "createSpace"];
    readonly content: readonly ["getCurrentRevision", "listPages", "listFiles", "getFileById", "getPageById", "getPageByPath", "getReusableContentById"];
    readonly revisions: readonly ["getRevisionById", "listPagesInRevisionById", "listFilesInRevisionById", "getFileInRevisionById", "getPageInRevisionById", "getPageInRevisionByPath", "getReusableContentInRevisionById"];
    readonly changeRequestContent: readonly ["getPageInChangeRequestByPath", "getReusableContentInChangeRequestById"];
    readonly changes: readonly ["getRevisionSemanticChanges", "getChangeRequestChanges"];
    readonly contentChanges: readonly ["updateContentInChangeRequest"];
    readonly pageImport: readonly ["importContentInChangeRequestPageById"];
    readonly siteStructure: readonly ["getSiteStructure"];
    readonly publishing: readonly ["publishSite", "unpublishSite"];
    readonly specificationVersions: readonly ["getLatestOpenAPISpecVersion"];
    readonly visitorAuth: readonly ["getSitePublishingAuthById", "updateSitePublishingAuthById", "regenerateSitePublishingAuthById"];
    readonly installations: readonly ["installIntegration", "getIntegrationInstallationById", "updateIntegrationInstallation", "uninstallIntegration"];
};
type Feature = keyof typeof features;
/** Objects that certainly exist, for the probes that need them. */
interface ProbeSubject {
    readonly organizationId?: string;
    readonly spaceId?: string;
    readonly changeRequestId?: string;
    readonly siteId?: string;
}
interface Capabilities {
    /** What is known so far; a feature that nobody has asked about is absent. */
    known(): Readonly<Partial<Record<Feature, boolean>>>;
    /** Takes over what was found before, so that it is not asked again. */
    remember(found: Readonly<Partial<Record<Feature, boolean>>>): void;
    /**
     * Finds out whether the server has a feature: asks once, and then remembers. `subject` names objects that the
     * probe uses; a probe changes nothing. Failures other than "not there" are thrown and not remembered.
     */
    find(feature: Feature, subject?: ProbeSubject): Promise<boolean>;
}

interface DownloadOptions extends CallOptions {
    /** The size that the file is said to have; other sizes fail, so that a cut body is not kept. */
    readonly size?: number;
}
interface Download {
    readonly bytes: Uint8Array;
    /** Without parameters, in lower case; empty when the server does not say. */
    readonly contentType: string;
}

/** One method for each operation of the table. */
type OperationMethods = {
    readonly [Id in OperationId]: (...input: CallArguments<Id>) => Promise<ResultOf<Id>>;
};
interface Client extends OperationMethods {
    /** Where it sends its requests. */
    readonly baseUrl: string;
    /** Calls an operation by its name, for code that works over all of them. */
    call<Id extends OperationId>(id: Id, input: LooseInput): Promise<ResultOf<Id>>;
    /** Reads all items of a list, page by page, each once. */
    list<Id extends ListOperationId>(id: Id, ...input: CallArguments<Id>): AsyncGenerator<ItemOf<Id>, void, undefined>;
    /** Reads the pages of a list, with `count` and further members. */
    pages<Id extends ListOperationId>(id: Id, ...input: CallArguments<Id>): AsyncGenerator<ResultOf<Id>, void, undefined>;
    /** Fetches the bytes of a file from its `downloadURL`. */
    download(address: string, options?: DownloadOptions): Promise<Download>;
    /** Which extensions the server has. */
    readonly capabilities: Capabilities;
}

interface ConnectOptions {
    /** Where the service's interface begins, for example `https://api.example.com`. */
    readonly url: string;
    /** The API token. Read it from the environment; never write it into a program. */
    readonly token?: string;
    /** How long one request may take; 30 seconds unless given. */
    readonly timeoutMs?: number;
}
/** A client with one method for each operation of the interface. Call `close` at the end: it lets go of the connections. */
interface ConnectedClient extends Client {
    close(): Promise<void>;
}
/** Connects to a service. Nothing is sent before the first call. */
declare function connect({ url, token, timeoutMs }: ConnectOptions): Promise<ConnectedClient>;

export { connect };
export type { Client, ConnectOptions, ConnectedClient };
