// French job advertisements. They are read in Paris and in Toronto, so they keep to words that both use.
import type { AdWords } from './ad-words.ts';

export const fr: AdWords = {
  // The space before a colon does not break.
  headings: {
    duties: 'Vos missions\u00a0:',
    offers: 'Ce que nous vous offrons\u00a0:',
    steps: 'Comment nous recrutons\u00a0:',
    needs: 'Votre profil\u00a0:',
  },
  // biome-ignore format: a table
  departments: {
    'Executive Office': {
      mission: ['On décide mieux quand les faits tiennent sur une page. Vous faites en sorte que notre direction l’ait sous les yeux au bon moment.', 'Vous rejoignez la petite équipe qui garde le cap d’Alderwick et prépare ses dirigeants à chaque échéance.'],
      duties: ['Préparer les dossiers du conseil d’administration et du comité de direction', 'Suivre les décisions jusqu’à leur mise en œuvre', 'Étudier de nouveaux marchés et en rendre compte simplement', 'Coordonner la planification entre nos sites', 'Tenir le calendrier des décisions, pour que personne ne soit pris au dépourvu'],
      needs: ['De la discrétion sur les sujets confidentiels', 'Une plume claire et le sens des chiffres', 'Du calme quand les plans changent au dernier moment', 'Le courage de dire à n’importe qui qu’un chiffre est faux'],
    },
    Engineering: {
      mission: ['Nos logiciels planifient quatre millions de livraisons par mois, et quand ils s’arrêtent, les entrepôts aussi. Grâce à vous, ils restent rapides et sans surprise.', 'Ici, de petites équipes sont responsables de leurs services, de la première esquisse à l’exploitation de nuit. Vous rejoignez l’une d’elles.'],
      duties: ['Concevoir, développer et exploiter des services utilisés par plusieurs milliers d’entrepôts', 'Relire le code de vos collègues et leur faire relire le vôtre', 'Améliorer nos tests, nos mises en production et la surveillance de nos systèmes', 'Chercher avec les équipes produit et assistance ce qui mérite d’être construit', 'Prendre part à une astreinte équitable et rémunérée'],
      needs: ['Vous écrivez du code que l’on comprend encore un an plus tard', 'Vous testez ce que vous construisez et savez expliquer ses limites', 'Une pratique des bases de données relationnelles', 'Le goût de concevoir à plusieurs'],
    },
    Sales: {
      mission: ['Les entreprises viennent nous voir quand leurs tableurs ne suivent plus leur croissance. Vous leur montrez la suite.', 'Vous développez nos ventes auprès des moyennes et grandes entreprises de logistique de votre région.'],
      duties: ['Comprendre comment travaille une entreprise avant de lui proposer quoi que ce soit', 'Mener démonstrations et projets pilotes avec nos consultants', 'Tenir des prévisions sur lesquelles toute la maison peut compter', 'Négocier des contrats que chacun aura envie de renouveler', 'Rapporter aux équipes produit et marketing ce qui se dit sur le marché'],
      needs: ['Des objectifs atteints sans fâcher personne', 'Vous écoutez plus que vous ne parlez', 'Un français et un anglais professionnels', 'Vous préparez chaque rendez-vous comme s’il était le seul'],
    },
    'Product & Design': {
      mission: ['On se sert de notre produit avec des gants, sous la pluie et à quatre heures du matin. Vous veillez à ce qu’il rende service même là.', 'Vous façonnez les outils avec lesquels les répartiteurs organisent leur journée.'],
      duties: ['Aller chez nos clients et en rapporter des problèmes plutôt que des listes de souhaits', 'Transformer les idées en prototypes que l’on peut tester en quelques jours', 'Décider avec l’équipe technique de ce qui vient ensuite et de ce que l’on laisse de côté', 'Mesurer ce qu’une nouvelle version a vraiment changé', 'Veiller à ce que notre produit reste accessible à tout le monde'],
      needs: ['Un portfolio ou un produit dont vous pouvez nous raconter l’histoire', 'Vous savez dire non avec gentillesse et expliquer pourquoi', 'De la curiosité pour le métier de nos utilisateurs', 'Une esquisse vous parle autant qu’un tableau de chiffres'],
    },
    'Customer Success': {
      mission: ['Un client qui démarre bien reste des années. Vous prenez soin de ce début et de tout ce qui suit.', 'Nos clients nous appellent par notre prénom. Bientôt par le vôtre.'],
      duties: ['Accompagner les nouveaux clients de la signature à leur première expédition', 'Répondre vite aux questions et comprendre pourquoi elles se posent', 'Faire le point avec les clients chaque trimestre', 'Faire entendre leur voix dans nos choix', 'Rédiger les pages d’aide que vous auriez aimé trouver'],
      needs: ['De la patience, de l’humour et de la méthode', 'Une expérience des logiciels d’entreprise et de ceux qui s’en servent', 'Vous écrivez des messages que l’on n’a pas besoin de relire', 'Vous gardez votre calme quand un client perd le sien'],
    },
    Operations: {
      mission: ['C’est aux opérations que les promesses rencontrent les quais de chargement. Vous accordez les deux.', 'Vous rendez le quotidien de nos sites plus simple, moins coûteux et plus sûr.'],
      duties: ['Planifier les capacités avec nos transporteurs et nos sites', 'Trouver l’étape qui coûte le plus et la supprimer', 'Convenir des niveaux de service avec les fournisseurs et les suivre', 'Rendre compte chaque semaine des coûts, de la qualité et des délais', 'Passer un jour par mois en entrepôt, là où naissent les meilleures idées'],
      needs: ['De l’aisance avec les chiffres et les tableurs', 'Vous restez aimable au téléphone, même les mauvais jours', 'Une expérience en logistique, en commerce ou en industrie est bienvenue', 'Vous finissez ce que vous commencez et prévenez tôt si ce n’est pas possible'],
    },
    Finance: {
      mission: ['Sept pays, cinq devises et des comptes qui doivent être justes. Vous y contribuez.', 'Le cinquième jour ouvrable, nos responsables disposent de chiffres fiables. Ce sera grâce à vous.'],
      duties: ['Préparer la clôture mensuelle et expliquer les écarts', 'Épauler les responsables de budget dans leurs prévisions', 'Garder nos processus prêts pour l’audit toute l’année', 'Automatiser ce que l’on recopie encore à la main', 'Expliquer les chiffres à ceux qui préféreraient ne pas les lire'],
      needs: ['Un diplôme en finance ou en comptabilité', 'De la rigueur et le réflexe de demander quand un chiffre étonne', 'Une expérience d’un ERP moderne', 'Les échéances qui reviennent chaque mois ne vous font pas peur'],
    },
    Marketing: {
      mission: ['La logistique regorge d’histoires que personne ne raconte. Vous les racontez.', 'Grâce à vous, les bonnes personnes nous remarquent, et pour de bonnes raisons.'],
      duties: ['Mener des campagnes, de l’idée au bilan', 'Écrire et relire pour notre site, notre lettre d’information et la presse spécialisée', 'Préparer avec les ventes des événements et des témoignages de clients', 'Essayer, mesurer et abandonner ce qui ne marche pas', 'Faire vivre notre marque dans toutes ses langues'],
      needs: ['Des réalisations dont vous êtes fier ou fière', 'Le sens de la langue et celui des données', 'Une expérience du marketing interentreprises est un atout', 'D’un sujet aride, vous faites une lecture agréable'],
    },
    'People & Culture': {
      mission: ['Nous accueillons environ une personne par semaine et souhaitons que chacune reste. Vous y êtes pour beaucoup.', 'Vous aidez les responsables à le devenir vraiment et les nouveaux collègues à bien arriver.'],
      duties: ['Conseiller les responsables dans le recrutement, l’évolution et les conversations délicates', 'Mener des recrutements structurés, équitables et rapides', 'Améliorer l’accueil avec ce que nous disent ceux qui arrivent', 'Garder nos règles claires et à jour', 'Veiller à ce que personne n’attende longtemps une réponse'],
      needs: ['Du discernement et le respect de la confidentialité', 'Une expérience dans une entreprise internationale', 'Vous appuyez vos conseils sur des faits', 'Vous entendez aussi ce qui n’est pas dit'],
    },
    'Data & Analytics': {
      mission: ['Chaque colis laisse une trace de données. Vous en tirez des décisions.', 'Vous produisez les chiffres sur lesquels s’appuient nos clients, nos planificateurs et notre direction.'],
      duties: ['Modéliser les données pour qu’une même question reçoive une même réponse', 'Construire des prévisions et mesurer leurs erreurs', 'Concevoir des expériences avec les équipes produit', 'Expliquer les résultats à ceux qui n’écrivent pas de SQL', 'Exploiter des flux de données prêts avant le départ du premier camion'],
      needs: ['De solides statistiques et du SQL soigné', 'Vous interrogez les données avant de leur faire confiance', 'Une pratique de la gestion de versions et de la revue de code', 'Vos graphiques se passent d’explication'],
    },
    'IT & Security': {
      mission: ['Nos collègues ne devraient jamais avoir à penser à leurs outils. Vous y pensez pour eux.', 'Vous protégez nos clients et faites en sorte que le geste sûr soit aussi le plus simple.'],
      duties: ['Gérer les identités, les appareils et les réseaux de tous nos sites', 'Surveiller les menaces et diriger la riposte quand l’une d’elles est réelle', 'Automatiser les arrivées, les mobilités et les départs', 'Dépanner avec gentillesse, puis corriger la cause', 'Répéter l’urgence avant qu’elle n’arrive'],
      needs: ['Une expérience de la gestion des identités et des appareils à grande échelle', 'Vous documentez ce que vous modifiez', 'L’envie de partager une astreinte avec vos collègues', 'Beaucoup de patience avec les gens, aucune avec les mots de passe sur papier'],
    },
    'Legal & Compliance': {
      mission: ['Vous rédigez des contrats que l’on comprend et des règles que l’on respecte.', 'Les équipes produit, ventes et ressources humaines vous consultent tôt, parce que vos réponses les aident.'],
      duties: ['Rédiger et négocier les contrats avec clients et fournisseurs', 'Conseiller sur la protection des données et le droit du travail', 'Tenir en ordre nos politiques et nos registres', 'Former vos collègues à ce qu’ils ont vraiment besoin de savoir', 'Suivre les lois nouvelles et dire tôt ce qu’elles changent pour nous'],
      needs: ['Une formation en droit ou en conformité', 'Vous écrivez pour ceux qui ne sont pas juristes', 'Une appréciation pratique du risque', 'Entre un contrat court et un long, vous préférez le court'],
    },
  },
  interest: 'De l’intérêt pour {one} ou {two}',
  mastery: 'De l’aisance avec {one} ou {two}',
  // With their articles.
  // biome-ignore format: a table
  skills: {
    'market research': 'les études de marché', 'board reporting': 'les rapports au conseil d’administration', 'scenario planning': 'la planification par scénarios', 'stakeholder management': 'la gestion des parties prenantes', 'diary and travel planning': 'la gestion d’agendas et de déplacements',
    'event-driven systems': 'les architectures événementielles', observability: 'l’observabilité', 'API design': 'la conception d’API',
    'consultative selling': 'la vente conseil', 'pipeline forecasting': 'les prévisions de ventes', 'contract negotiation': 'la négociation de contrats', 'enterprise tenders': 'les grands appels d’offres', 'CRM discipline': 'la tenue rigoureuse d’un CRM',
    'discovery interviews': 'les entretiens d’exploration', 'design systems': 'les systèmes de design', prototyping: 'le prototypage', roadmapping: 'les feuilles de route', accessibility: 'l’accessibilité',
    'onboarding programmes': 'les programmes d’intégration', renewals: 'les renouvellements de contrats', 'ticket triage': 'le tri des demandes d’assistance', 'customer training': 'la formation des clients', 'health scoring': 'la mesure de la satisfaction',
    'demand planning': 'la planification de la demande', 'supplier management': 'la gestion des fournisseurs', 'process mapping': 'la cartographie des processus', 'inventory control': 'la gestion des stocks', 'lean methods': 'les méthodes lean',
    IFRS: 'les normes IFRS', 'month-end close': 'les clôtures mensuelles', budgeting: 'l’élaboration de budgets', 'payroll in several countries': 'la paie dans plusieurs pays', 'audit preparation': 'la préparation d’audits',
    'campaign planning': 'la planification de campagnes', 'editorial writing': 'l’écriture éditoriale', 'marketing analytics': 'l’analyse marketing', 'brand guidelines': 'les chartes de marque', 'search marketing': 'le référencement',
    'structured interviewing': 'les entretiens structurés', 'employment law': 'le droit du travail', coaching: 'le coaching', 'workforce planning': 'la planification des effectifs', facilitation: 'l’animation d’ateliers',
    'data modelling': 'la modélisation de données', experimentation: 'l’expérimentation', forecasting: 'les modèles de prévision',
    'identity management': 'la gestion des identités', 'endpoint security': 'la sécurité des postes de travail', 'incident response': 'la réponse aux incidents', networking: 'les réseaux', 'ISO 27001': 'la norme ISO 27001',
    'commercial contracts': 'les contrats commerciaux', 'data protection': 'la protection des données', 'company law': 'le droit des sociétés', 'policy drafting': 'la rédaction de règles internes', 'regulatory filings': 'les déclarations réglementaires',
  },
  scope: [
    'Ce stage rémunéré dure de trois à six mois, avec quelqu’un pour vous guider et un projet que vous pourrez montrer.',
    'Vous commencez par des tâches bien définies, aux côtés de quelqu’un qui a du temps pour vous.',
    'Vous travaillez en autonomie et choisissez votre chemin vers l’objectif.',
    'Vous prenez en main les cas difficiles et aidez les autres à progresser.',
    'Vous donnez le cap de votre domaine à plusieurs équipes.',
    'Vous dirigez une équipe de cinq à huit personnes, et ses réussites sont les vôtres.',
  ],
  experience: [
    'Une formation adaptée, en cours ou tout juste terminée',
    'Une première expérience dans un poste semblable, ou une formation qui y prépare',
    'Environ trois ans dans un poste semblable',
    'Au moins six ans dans le métier, dont quelques-uns comme la personne que l’on consulte',
    'Au moins dix ans dans le métier et un travail qui a marqué plus d’une équipe',
    'Au moins deux ans à la tête d’une équipe, et du plaisir à le faire',
  ],
  policies: {
    on_site: 'Vous travaillez sur place, avec votre équipe, à {city}.',
    hybrid:
      'Vous travaillez deux ou trois jours par semaine dans nos bureaux à {city}, et les autres là où vous voulez.',
    remote:
      'Vous travaillez de chez vous, où que ce soit dans le pays. Nos bureaux à {city} vous sont toujours ouverts.',
  },
  contracts: {
    part_time: 'Le poste est à temps partiel, de 20 à 30 heures par semaine, les jours dont nous convenons ensemble.',
    contract: 'Vous travaillez avec nous sous contrat, le temps du projet.',
    temporary: 'Le poste est limité à douze mois. Plusieurs d’entre nous ont commencé ainsi.',
  },
  ways: [
    'Les équipes sont petites, les réunions courtes, et ce qui est décidé est mis par écrit.',
    'Vos plus proches collègues se trouvent dans deux ou trois pays. Nous écrivons donc beaucoup, en anglais, et nous nous retrouvons quatre fois par an.',
    'Personne n’attend de réponse le soir, et celles et ceux qui dirigent rentrent à l’heure aussi.',
  ],
  offers: [
    'Cinq jours et un budget par an pour apprendre ce que vous voulez',
    'Un équipement que vous choisissez',
    'Des horaires qui laissent de la place aux enfants, aux parents et à la chorale',
    'Une part des bénéfices, au même pourcentage pour tout le monde',
    'Quelqu’un d’une autre équipe pour vous conseiller, si vous le souhaitez',
    'Des collègues qui prennent le relais, pour que vos vacances en soient vraiment',
  ],
  steps: {
    screening: 'Un premier appel d’une demi-heure avec notre équipe de recrutement',
    assessment: 'Un exercice tiré du quotidien, deux heures au plus, dont nous parlons ensemble',
    interview: 'Une matinée avec votre future équipe, sur place ou à distance',
    offer: 'Une offre ou un refus clair, dans les cinq jours ouvrables',
  },
  closing: [
    'Nous répondons à chaque candidature dans les dix jours ouvrables.',
    'Le salaire se situe dans la fourchette indiquée, et dès le premier appel nous vous disons à quel niveau.',
    'Vous ne cochez pas toutes les cases\u00a0? Écrivez-nous quand même.',
    'Tout le monde est le bienvenu ici. Dites-nous ce qui vous faciliterait la candidature.',
  ],
  follows: 'La version française suit.',
};
